import type pg from 'pg';

/** One letter a profile, in the order of `profileSlugs` (tests/api/accessTable.ts): y open, - closed, f open for events that require affiliation only, n open for rows of other kinds than the example. */
export type Cells = string;
type Columns = Readonly<Record<string, unknown>>;

/** What is expected of an action beyond who may do it. */
export interface ExpectedAction {
  readonly cells: Cells;
  /** It belongs to the list and to no record of it. */
  readonly on?: 'list';
  /** It asks no more than to see the record. */
  readonly reads?: true;
  /** The entity in which it writes, where that is another. */
  readonly writesIn?: string;
}

/** Where an example row is made. */
export interface ExamplePlace {
  readonly client: Pick<pg.ClientBase, 'query'>;
  readonly organizationid: number;
  /** Makes names and addresses of this place unique. */
  readonly slug: string;
  readonly region: string;
  /** Its event requires affiliation. */
  readonly isFmtri: boolean;
  /** The key of the example row of another entity in this place, made when it is first asked for. */
  readonly the: (entity: string) => Promise<number>;
  /** Adds a further row, and answers its key. */
  readonly insert: (entity: string, columns: Columns) => Promise<number>;
  /** The number that a query finds. */
  readonly find: (sql: string, ...values: readonly unknown[]) => Promise<number>;
}
type Made = Columns | number;

/** Who may do what with one entity, written by hand from what was agreed and never computed from the code under test, and one example row of it. */
export interface ExpectedAccess {
  /** Written by `npm run new:resource`: nobody has decided the cells yet, and the contract test fails. */
  readonly decided?: false;
  /** The service that answers for it. */
  readonly service: string;
  /**
   * Whose its rows are. `event`: of an organization, and narrowed like the event from which they hang; `organization`; `catalog`: read by everyone;
   * `platform`: of nobody, seen by those on the platform who hold the key; `everyRegion`: shared, whatever the region; `owner`: of one person; `asker`: of the person who asked for it; `about`: about an event, of its author, and read by those who see the event.
   */
  readonly rows: 'event' | 'organization' | 'catalog' | 'platform' | 'everyRegion' | 'owner' | 'asker' | 'about';
  readonly read: Cells;
  readonly create: Cells;
  readonly edit: Cells;
  readonly delete: Cells;
  readonly actions?: Readonly<Record<string, Cells | ExpectedAction>>;
  /** Rows are added and never edited. */
  readonly isAppendOnly?: true;
  /** Who finds it in the menu: y or -. */
  readonly menu?: Cells;
  /** Who finds it among the tabs of an event: y or -. */
  readonly tab?: Cells;
  /** How its address calls it, where that is another word than its name. */
  readonly address?: string;
  /** With what its example row is made: with an event, with an organization and its people, or not at all since it is reference data. */
  readonly madeWith: 'event' | 'organization' | 'reference';
  /** The columns of the example row, or the key of a row that is there. */
  readonly example: (place: ExamplePlace) => Made | Promise<Made>;
}

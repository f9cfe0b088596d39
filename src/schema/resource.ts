import type { KeySpec, PermissionKey, Platform, Verb } from './access';
import { baseFields, type BaseFieldName } from './baseFields';
import type { CodeOf } from './errorCodes';
import { isNeverNull, type AnyField, type Fields } from './field';
import type { Flatten, InputOf, RowOf, StoredOf, WrittenOf } from './infer';
import type { MenuGroupName, MenuIcon } from './menuPlaces';

type Key<F> = keyof F & string;
type Name<F> = Key<F> | BaseFieldName;
/** A declared name, or a path over links: `eventid.region`. */
type Path<F> = Name<F> | `${Name<F>}.${string}`;
/** The same, or a path back over a declared relation: `payments.inscriptionid.method` holds where any of those rows satisfies it. */
type FilterPath<F> = Path<F> | `${string}.${string}.${string}`;

/** The v2 services of the specification. */
export const services = ['event', 'user', 'inscription', 'general', 'organization', 'tyr', 'fmtri', 'kits'] as const;
export type Service = (typeof services)[number];
export const views = ['list', 'create', 'edit', 'show'] as const;
export type View = (typeof views)[number];

/** Who asks, as far as a refusal may depend on it. */
export interface Asker {
  readonly userid: number | null;
}

/** Something a person does to a record, a selection or a list, beyond editing fields. */
export interface Action<F extends Fields = any, Input = any> {
  /** `row` acts on one record, `rows` also on a selection or a filter, `list` on none. */
  readonly on: 'row' | 'rows' | 'list';
  readonly icon?: string;
  /** Asks before it runs, after showing what a dry run found. */
  readonly confirm?: boolean;
  /** The name in its answer of an address that is told once and never again; the dialog keeps it to be copied. */
  readonly reveals?: string;
  /** The resource of which it makes a record, whose key stands in its answer: the dialog leads there. */
  readonly makes?: string;
  readonly danger?: boolean;
  /** Takes values away for good: what is written down of it says which fields changed and not what they said. */
  readonly forgets?: boolean;
  /** Only looks: whoever may read the records may ask, nothing is kept, and the dialog can ask again. */
  readonly reads?: boolean;
  /** Asked in a dialog before the action runs. */
  readonly input?: Input & Fields;
  /** Values of a field in which a record takes the action, such as the statuses from which a way leads: `{ status: ['active'] }`. */
  readonly from?: { readonly [K in Key<F>]?: readonly string[] };
  /** Further reasons why a record refuses it, or refuses it to whoever asks, each true when it does; the words are `<resource>.refusals.<name>`. Screens offer nothing that is refused, and the server checks again. */
  readonly refuses?: Readonly<Record<string, (row: RowOf<F>, asker: Asker) => boolean>>;
}

/** States in which a record is no longer changed, such as `{ status: ['published'] }`, and the code of the refusal. */
export interface Fixed<F extends Fields = any> {
  readonly in: { readonly [K in Key<F>]?: readonly string[] };
  readonly says: CodeOf<409>;
}

/** A condition over the whole record; its words are `<resource>.rules.<name>`. */
export interface Rule<F extends Fields = Fields> {
  /** The field that shows the message. */
  readonly on: Key<F>;
  check(record: Partial<InputOf<F>>): boolean;
}

/** Action name → the fields its dialog asks for, `unknown` when it asks for none. */
export type Inputs = Readonly<Record<string, unknown>>;

/**
 * Who owns the rows. `own`: an organisation; `shared`: an organisation, or everyone when empty; `parent`: as the row that the field points to;
 * `through`: visible where a visible row of another resource points here; `self`: the organisation itself; `platform`: the company only; `catalog`: read by all.
 */
export type Tenancy<F = any> =
  | 'own'
  | 'shared'
  | 'self'
  | 'platform'
  | 'catalog'
  | { readonly parent: Key<F> }
  | { readonly through: `${string}.${string}` };

/** An index or a uniqueness over declared columns. `where` is SQL over column names. */
export interface Index<F = any> {
  readonly on: readonly (Name<F> | `${string}id`)[];
  readonly where?: string;
  readonly unique?: boolean;
  readonly nullsNotDistinct?: boolean;
}

/** No two rows that agree on `equal` may overlap in time, instants up to the second and days with the last one; enforced by the database. */
export interface Exclusion<F = any> {
  readonly equal: readonly Key<F>[];
  readonly range: readonly [Key<F>, Key<F>];
  /** SQL over column names; soft-deleted rows never count. */
  readonly where?: string;
}

export interface ResourceSpec<F extends Fields, A extends Inputs, K extends string = string> {
  /** The v2 service that serves it. */
  readonly service: Service;
  /** One record, in snake case: `coupon`. The key is `<singular>id` unless `key` says otherwise. */
  readonly singular: string;
  /** Integer primary key, as it is called on the wire. */
  readonly key: K;
  /** The key that opens it, any of several, or `anyone` who is signed in: reading only, unless the rows have a personal owner. */
  readonly permission: PermissionKey | readonly PermissionKey[] | 'anyone';
  /** Finer keys for a verb or an action; any of them opens it. */
  readonly access?: { readonly [K in Verb | Key<NoInfer<A>>]?: readonly KeySpec[] };
  readonly tenancy: Tenancy<NoInfer<F>>;
  /** What narrows the rows beyond the organisation, for regional keys and for memberships limited to some events. */
  readonly scope?: {
    readonly region?: Path<NoInfer<F>>;
    readonly event?: Path<NoInfer<F>> | NoInfer<K>;
    /** The field that names the one person whose row it is: whoever is signed in has rows of their own, and nobody else reads or writes them, whatever their keys. */
    readonly owner?: Key<NoInfer<F>>;
  };
  /** The platform it belongs to in the menu. */
  readonly platform: Platform;
  /** The resource whose workspace it lives in; `events` gives a tab under `/events/:eventid/`. */
  readonly within?: string;
  /** How screens call it in their addresses, where its name would not do. */
  readonly route?: string;
  /** Place among the tabs of that workspace. */
  readonly tab?: number;
  /** The field that names a record in links, breadcrumbs and pickers. */
  readonly title: Key<NoInfer<F>>;
  /** Its place in the menu; `letter` leads there from the keyboard, after `g`. */
  readonly menu?: { readonly group: MenuGroupName; readonly icon: MenuIcon; readonly order?: number; readonly letter?: string };
  readonly fields: F;
  readonly list: {
    readonly columns: readonly Name<NoInfer<F>>[];
    readonly filters?: readonly FilterPath<NoInfer<F>>[];
    /** Where the words of a search are looked for: texts, whole numbers by their whole value, and references, which are searched as the list of their resource is. */
    readonly search?: readonly Key<NoInfer<F>>[];
    /** Fields whose whole value leads to its record before everything else that a search over many resources finds. */
    readonly exact?: readonly Key<NoInfer<F>>[];
    readonly sort?: { readonly [K in Name<NoInfer<F>>]?: 'asc' | 'desc' };
    /** Columns that lists may be ordered by; every sortable column when absent. */
    readonly sortable?: readonly Name<NoInfer<F>>[];
    readonly totals?: { readonly [K in Key<NoInfer<F>>]?: 'sum' };
  };
  /** Form sections in order. A field in no section is absent from the form. */
  readonly form: { readonly [section: string]: readonly (Key<NoInfer<F>> | 'organizationid')[] };
  /** Sections of the record page that come before those of the form: what the server writes and people look for first. */
  readonly show?: { readonly [section: string]: readonly Name<NoInfer<F>>[] };
  /** Fields that exist only while the draft satisfies a condition; otherwise they are written as null. */
  readonly when?: { readonly [K in Key<NoInfer<F>>]?: (draft: Partial<InputOf<NoInfer<F>>>) => boolean };
  readonly rules?: { readonly [rule: string]: Rule<NoInfer<F>> };
  /** What is allowed and worth a second look: said on the field in its form and on its page, refused nowhere; the words are `<resource>.notices.<name>`. */
  readonly notices?: { readonly [notice: string]: Rule<NoInfer<F>> };
  readonly actions?: { readonly [K in keyof A]: Action<NoInfer<F>, A[K]> };
  /** When a record is no longer edited, and when it is no longer removed: screens do not offer it, and the server refuses it with the same words. Actions go on. */
  readonly fixed?: { readonly [V in 'edit' | 'delete']?: Fixed<NoInfer<F>> };
  readonly indexes?: readonly Index<NoInfer<F>>[];
  readonly exclusions?: readonly Exclusion<NoInfer<F>>[];
  /** Conditions that the database enforces: name → SQL over column names; the words of a refusal are `<resource>.checks.<name>`. */
  readonly checks?: { readonly [name: string]: string };
  /** Every look at a row, or at a row in which any of the named fields says something, is written down with who looked, as the law asks for data about health. */
  readonly logsReads?: true | readonly Key<NoInfer<F>>[];
  /** Rows are added and never changed or removed. */
  readonly appendOnly?: boolean;
  /** Which of the four views exist; list and show always do. */
  readonly views?: readonly View[];
  /** The resource whose new records lead to rows of this one, where it has no form of its own: its list leads there. */
  readonly addedBy?: string;
  /** Related lists that the show page offers as tabs: `inscription_log.inscriptionid`. */
  readonly related?: readonly `${string}.${string}`[];
}

export interface Resource<
  N extends string = string,
  F extends Fields = any,
  A extends Inputs = any,
  K extends string = string,
> extends ResourceSpec<F, A, K> {
  readonly name: N;
  readonly fields: F;
  /** Declared fields and the base fields of every row. */
  readonly all: Fields;
}
export type AnyResource = Resource;

/** Fields by name and by nothing else: names come from outside, and `constructor` is none. */
const byName = (fields: Fields): Fields => Object.freeze(Object.assign(Object.create(null) as Record<string, AnyField>, fields));

/** Declares an entity. Everything else (views, routes, table, API, permissions) is projected from it. */
export const defineResource = <
  const N extends string,
  const F extends Fields,
  const A extends Inputs = {},
  const K extends string = string,
>(
  name: N,
  spec: ResourceSpec<F, A, K>,
): Resource<N, F, A, K> =>
  Object.freeze({ ...spec, name, all: byName({ ...spec.fields, ...baseFields(spec) }) }) as unknown as Resource<N, F, A, K>;

/** A record as the API returns it. */
export type InferRow<R> = R extends Resource<any, infer F, any, infer K> ? Flatten<{ [P in K]: number } & RowOf<F>> : never;
/** A record as the server reads it whole; of a declaration that is not known here, whatever it holds. */
export type InferStored<R> =
  R extends Resource<any, infer F, any, any> ? (string extends keyof F ? Record<string, unknown> : InferRow<R>) : never;
/** What the server itself keeps of a row besides the declared fields. */
interface KeptRow {
  readonly created: string;
  readonly updated: string;
  readonly version: number;
  readonly created_by: number | null;
  readonly updated_by: number | null;
  readonly deleted_at: string | null;
}
/** The columns of the table of a resource, with what they hold. */
export type InferColumns<R> =
  R extends Resource<any, infer F, any, infer K>
    ? Flatten<
        { [P in K]: number } & StoredOf<F> & KeptRow & ('organizationid' extends keyof F ? {} : { readonly organizationid: number | null })
      >
    : never;
/** What a statement of the server may write into a row; what is undefined stays as it is. */
export type InferWrite<R> =
  R extends Resource<any, infer F, any, infer K>
    ? string extends keyof F
      ? Readonly<Record<string, unknown>>
      : {
          readonly [P in K | keyof WrittenOf<F> | 'organizationid']?: P extends keyof WrittenOf<F>
            ? WrittenOf<F>[P] | undefined
            : number | null | undefined;
        }
    : never;
/** A record as the API accepts it. */
export type InferInput<R> = R extends Resource<any, infer F, any, any> ? InputOf<F> : never;
/** The names of the actions of a resource. */
export type ActionsOf<R> = R extends Resource<any, any, infer A, any> ? A : never;

/** A declared field of a resource; a name that is none is a fault of ours. */
export const fieldOf = ({ name, all }: Pick<AnyResource, 'name' | 'all'>, field: string): AnyField => {
  const found = all[field];
  if (!found) throw new Error(`${name} has no field ${field}`);
  return found;
};

/** The part of an address that leads to the screens of a resource. */
export const routeOf = ({ route, name }: Pick<AnyResource, 'route' | 'name'>): string => route ?? name;

/** Whether a resource has a view. */
export const hasView = ({ views: declared, appendOnly }: AnyResource, view: View): boolean =>
  view === 'list' || view === 'show' || (declared ? declared.includes(view) : !appendOnly);

/** Whether every row says a field: what applies to some records only is empty in the others. */
export const isAlwaysSaid = ({ all, when }: Pick<AnyResource, 'all' | 'when'>, name: string): boolean =>
  isNeverNull(all[name]!) && !(when && name in when);

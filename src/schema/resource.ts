import type { Filter } from './filter';
import { must } from './must';
import type { Action, ActionSpec, States } from './action';
import type { KeySpec, PermissionKey, Platform, Verb } from './access';
import { baseFields, type BaseFieldName } from './baseFields';
import type { CodeOf } from './errorCodes';
import { isNeverNull, type AnyField, type Fields, type Only } from './field';
import type { Header } from './header';
import type { Exclusion, Index } from './indexes';
import type { AnyImports, Imports } from './imports';
import type { Flatten, InputOf, RowOf, StoredOf, WrittenOf } from './infer';
import type { MenuGroupName, MenuIcon, WorkspacePart } from './menuPlaces';
import type { ResourceName } from './resourceNames';
import type { Waiting } from './waiting';

type Key<F> = keyof F & string;
type Name<F> = Key<F> | BaseFieldName;
/** A declared name, or a path over links: `eventid.region`. */
type Path<F> = Name<F> | `${Name<F>}.${string}`;
/** The same, or a path back over a declared relation: `payments.inscriptionid.method` is true when any of those rows matches. */
type FilterPath<F> = Path<F> | `${ResourceName}.${string}.${string}`;

/** The v2 services of the specification. */
export const services = ['event', 'user', 'inscription', 'general', 'organization', 'tyr', 'fmtri', 'kits'] as const;
export type Service = (typeof services)[number];
export const views = ['list', 'create', 'edit', 'show'] as const;
export type View = (typeof views)[number];

/** States in which a record is no longer changed, such as `{ status: ['published'] }`, and the code of the refusal. */
export interface Fixed<F = Fields> {
  /** Values of a field, such as a status, in which the record is fixed. */
  readonly in: States<F>;
  /** Code of the refusal, whose text says why. */
  readonly says: CodeOf<409>;
}

/** A condition over the whole record; its text is `<resource>.rules.<name>`. */
export interface Rule<F extends Fields = Fields> {
  /** The field that shows the message. */
  readonly on: Key<F>;
  /** Whether a record satisfies it; called with the stored record and the change combined. */
  check(record: Partial<InputOf<F>>): boolean;
}

/** Action name → the fields of its dialog, `unknown` when it has none. */
export type Inputs = Readonly<Record<string, unknown>>;

/**
 * Who owns the rows. `own`: an organization; `shared`: an organization, or everyone when empty; `parent`: like the row that the field
 * refers to; `through`: visible when a visible row of another resource refers to it; `self`: the organization itself; `platform`: only the
 * company; `catalog`: readable by all.
 */
export type Tenancy<F = any> =
  | 'own'
  | 'shared'
  | 'self'
  | 'platform'
  | 'catalog'
  | { readonly parent: Key<F> }
  | { readonly through: `${ResourceName}.${string}` };

/** The part of `set` that shows which actions write something by themselves: action → what it sets. */
export type Settings = Readonly<Record<string, unknown>>;

/** The argument of `defineResource`. */
export interface ResourceSpec<F extends Fields, A extends Inputs, K extends string = string, S = any> {
  /** The v2 service that serves it. */
  readonly service: Service;
  /** One record, in snake case: `coupon`. The key is `<singular>id` unless `key` names another. */
  readonly singular: string;
  /** The key that allows it, any of several, or `anyone` who is signed in: then only for reading, unless the rows have a personal owner. */
  readonly permission: PermissionKey | readonly PermissionKey[] | 'anyone';
  /** The platform it belongs to in the menu. */ readonly platform: Platform;
  /** The resource whose workspace contains it; `events` gives a tab under `/events/:eventid/`. */ readonly within?: ResourceName;
  /** The group of that tab; the first one when absent. */ readonly part?: WorkspacePart;
  /** The position of that tab. */ readonly tab?: number;
  /** Its workspace opens with a page of its own; the record itself is at `settings`. */ readonly overview?: boolean;
  /** Its name in the addresses of screens, if not the name of the resource. */ readonly route?: string;
  /** Its place in the menu; without one it is reached only from other records. */
  readonly menu?: {
    /** The group of the menu. */
    readonly group: MenuGroupName;
    /** The icon in front of its name. */
    readonly icon: MenuIcon;
    /** Its position within the group; lower comes first. */
    readonly order?: number;
    /** The letter that opens it from the keyboard, after `g`. */
    readonly letter?: string;
  };
  /** Conditions that the database enforces: name → SQL over column names; the text of a refusal is `<resource>.checks.<name>`. */
  readonly checks?: Readonly<Record<string, string>>;
  /** Rows are added and never changed or removed. */
  readonly appendOnly?: boolean;
  /** `false`: pages are not notified when rows change, because rows change all the time or many thousand at once. */
  readonly live?: false;
  /** Which of the four views exist; list and show always do. */
  readonly views?: readonly View[];
  /** The resource whose new records create rows of this one, if it has no form of its own: its list offers that form. */
  readonly addedBy?: ResourceName;
  /** Related lists that the show page offers as tabs: `inscription_log.inscriptionid`. */
  readonly related?: readonly `${ResourceName}.${string}`[];
  /** The name of the integer primary key in the API. */
  readonly key: K;
  /** Narrower keys for a verb or an action; any of them allows it. */
  readonly access?: { readonly [K in Verb | Key<NoInfer<A>>]?: readonly KeySpec[] };
  /** Who owns the rows, which decides who can see them at all. */
  readonly tenancy: Tenancy<NoInfer<F>>;
  /** Only members of the platform may use it, whatever permissions others have: nobody else has it in the menu, and the server refuses. */
  readonly platformOnly?: boolean;
  /** Limits on the rows besides the organization, for regional keys and for memberships limited to some events. */
  readonly scope?: {
    /** The field, or a path to one, with the region of a row. */
    readonly region?: Path<NoInfer<F>>;
    /** The field, or a path to one, with the event of a row. */
    readonly event?: Path<NoInfer<F>> | NoInfer<K>;
    /** The field with the one person who owns the row: nobody else reads or writes it, whatever their keys. */
    readonly owner?: Key<NoInfer<F>>;
    /** The yes-or-no field with which the owner lets everybody of the organization look at a row; only the owner changes it. */
    readonly shared?: Key<NoInfer<F>>;
    /** The field with the key of the record that a row is about: who may see that record sees the row, and its owner changes it. */
    readonly about?: Key<NoInfer<F>>;
    /** The field with the name of the entity of that record. */
    readonly aboutKind?: Key<NoInfer<F>>;
  };
  /** Whether people write comments about its records; by default where records are edited or have actions. */
  readonly comments?: boolean;
  /** The field that names a record in links, breadcrumbs and pickers. */
  readonly title: Key<NoInfer<F>>;
  /** The fields of a record. Their names are those of the columns, of the API and of the form. */
  readonly fields: F;
  /** Columns, filters, search and order of its list. */
  readonly list: {
    /** The columns that are shown until a person chooses others. */
    readonly columns: readonly Name<NoInfer<F>>[];
    /** Fields and paths that the filters offer; the API accepts no others. */
    readonly filters?: readonly FilterPath<NoInfer<F>>[];
    /** Where a search looks for words: texts, numbers by their whole value, and references, searched like their own list. */
    readonly search?: readonly Key<NoInfer<F>>[];
    /** Fields whose complete value finds its record before everything else in a search over many resources. */
    readonly exact?: readonly Key<NoInfer<F>>[];
    /** The order until a person chooses another. */
    readonly sort?: { readonly [K in Name<NoInfer<F>>]?: 'asc' | 'desc' };
    /** Columns by which lists may be sorted; every sortable column when absent. */
    readonly sortable?: readonly Name<NoInfer<F>>[];
    /** Fields that are summed up over all filtered rows. */
    readonly totals?: { readonly [K in Key<NoInfer<F>>]?: 'sum' };
    /** The files that its rows lead to, offered together as one ZIP file. */
    readonly archive?: 'certificates';
    /** A field with a closed set of values: the list can be shown as a board with a column for each of them. */
    readonly board?: Key<NoInfer<F>>;
    /** A date or an instant: the list can be shown as a calendar in which each record is on its day. */
    readonly calendar?: Key<NoInfer<F>>;
    /** Conditions that people look for every day, offered as tabs; `startOfToday` as a value is the midnight before now. */
    readonly presets?: { readonly [preset: string]: Filter };
  };
  /** Form sections in order. A field in no section is absent from the form. */
  readonly form: { readonly [section: string]: readonly (Key<NoInfer<F>> | 'organizationid')[] };
  /** What a record says first on its page, in its panel and in its dialogs. */
  readonly header?: Header<Name<NoInfer<F>>>;
  /** Sections of the record page before those of the form; one that the form has too comes in this place, with the fields of both. */
  readonly show?: { readonly [section: string]: readonly Name<NoInfer<F>>[] };
  /** Fields that exist only while the draft satisfies a condition; otherwise they are written as null. */
  readonly when?: { readonly [K in Key<NoInfer<F>>]?: (draft: Partial<InputOf<NoInfer<F>>>) => boolean };
  /** Conditions over the whole record; a record that breaks one is refused. */
  readonly rules?: { readonly [rule: string]: Rule<NoInfer<F>> };
  /** Unusual but allowed values: shown as a notice on the field in form and page, refused nowhere; the texts are `<resource>.notices.<name>`. */
  readonly notices?: { readonly [notice: string]: Rule<NoInfer<F>> };
  /** What people do with records besides editing them. */
  readonly actions?: { readonly [K in keyof A]: ActionSpec<NoInfer<F>, A[K]> } & {
    readonly [K in keyof S]: { readonly set?: S[K] & Only<NoInfer<S[K]>, NoInfer<F>> };
  };
  /**
   * When a record can no longer be edited, and when it can no longer be removed: screens do not offer it, and the server refuses it with
   * the same text. Actions are still possible.
   */
  readonly fixed?: { readonly [V in 'edit' | 'delete']?: Fixed<NoInfer<F>> };
  /** Work on its rows that waits for people, shown in their inbox and in the letter of the day. */
  readonly waits?: { readonly [wait: string]: Waiting<NoInfer<F>, Key<NoInfer<A>>> };
  /** Indexes in addition to those of keys, references and search, which are created automatically. */
  readonly indexes?: readonly Index<NoInfer<F>>[];
  /** Periods that may not overlap. */
  readonly exclusions?: readonly Exclusion<NoInfer<F>>[];
  /** Every access to a row, or to one with a value in a named field, is logged with the person, as the law requires for health data. */
  readonly logsReads?: true | readonly Key<NoInfer<F>>[];
  /** How files fill it; without it no file does. */
  readonly imports?: Imports<NoInfer<F>>;
}

/** Called with a record, or a part of one that a person types, in code that does not know its fields. */
type Condition = (draft: any) => boolean;
type Conditions = Readonly<Record<string, { readonly on: string; readonly check: Condition }>>;

/** An object with unknown names; a missing name is undefined. */
type Some<V> = Readonly<Record<string, V | undefined>>;

/** The parts of a declaration that do not depend on its fields. */
type Standing = Pick<
  ResourceSpec<any, any>,
  | 'service'
  | 'singular'
  | 'permission'
  | 'platform'
  | 'within'
  | 'part'
  | 'overview'
  | 'route'
  | 'tab'
  | 'menu'
  | 'checks'
  | 'appendOnly'
  | 'live'
  | 'comments'
  | 'platformOnly'
  | 'views'
  | 'addedBy'
  | 'related'
>;

/** Any declaration, for code that knows no entity by name. */
export interface AnyResource extends Standing {
  readonly name: string;
  readonly key: string;
  readonly title: string;
  readonly access?: Some<readonly KeySpec[]>;
  readonly tenancy: Tenancy;
  readonly scope?: { readonly [K in keyof NonNullable<ResourceSpec<any, any>['scope']>]?: string };
  readonly fields: Fields;
  /** Declared fields and the base fields of every row. */
  readonly all: Fields;
  readonly list: {
    readonly columns: readonly string[];
    readonly filters?: readonly string[];
    readonly search?: readonly string[];
    readonly exact?: readonly string[];
    readonly presets?: Readonly<Record<string, Filter>>;
    readonly sort?: Some<'asc' | 'desc'>;
    readonly sortable?: readonly string[];
    readonly totals?: Some<'sum'>;
    readonly archive?: 'certificates';
    readonly board?: string;
    readonly calendar?: string;
  };
  readonly form: Readonly<Record<string, readonly string[]>>;
  readonly header?: Header;
  readonly show?: Readonly<Record<string, readonly string[]>>;
  readonly when?: Some<Condition>;
  readonly rules?: Conditions;
  readonly notices?: Conditions;
  readonly actions?: Readonly<Record<string, Action>>;
  readonly fixed?: { readonly [V in 'edit' | 'delete']?: { readonly in: Some<readonly string[]>; readonly says: string } };
  readonly waits?: Readonly<Record<string, Waiting>>;
  readonly indexes?: readonly Index[];
  readonly exclusions?: readonly Exclusion[];
  readonly logsReads?: true | readonly string[];
  readonly imports?: AnyImports;
}

/** Carries the inferred type of the actions; absent at run time. */
declare const inferred: unique symbol;

/** A declaration with all inferred types. */
export interface Resource<
  N extends string = string,
  F extends Fields = any,
  A extends Inputs = any,
  K extends string = string,
  S = any,
> extends AnyResource {
  readonly name: N;
  readonly key: K;
  readonly fields: F;
  readonly [inferred]?: { readonly inputs: A; readonly settings: S };
}

/** Fields by name in an object without prototype, because names come from requests, and `constructor` must not be found. */
const byName = (fields: Fields): Fields => Object.freeze(Object.assign(Object.create(null) as Record<string, AnyField>, fields));

/** Declares an entity. Everything else (views, routes, table, API, permissions) is projected from it. */
export const defineResource = <
  const N extends string,
  const F extends Fields,
  const A extends Inputs = {},
  const K extends string = string,
  const S extends Settings = {},
>(
  name: N,
  spec: ResourceSpec<F, A, K, S>,
): Resource<N, F, A, K, S> =>
  Object.freeze({ ...spec, name, all: byName({ ...spec.fields, ...baseFields(spec) }) }) as unknown as Resource<N, F, A, K, S>;

/** A record as the API returns it. */
export type InferRow<R> = R extends Resource<any, infer F, any, infer K> ? Flatten<{ [P in K]: number } & RowOf<F>> : never;
/** A record as the server reads it; of an unknown declaration, with unknown values. */
export type InferStored<R> =
  R extends Resource<any, infer F, any, any> ? (string extends keyof F ? Record<string, unknown> : InferRow<R>) : never;
/** The columns of the server besides the declared fields. */
interface KeptRow {
  readonly created: string;
  readonly updated: string;
  readonly version: number;
  readonly created_by: number | null;
  readonly updated_by: number | null;
  readonly deleted_at: string | null;
}
/** The columns of the table of a resource, with their types. */
export type InferColumns<R> =
  R extends Resource<any, infer F, any, infer K>
    ? Flatten<
        { [P in K]: number } & StoredOf<F> & KeptRow & ('organizationid' extends keyof F ? {} : { readonly organizationid: number | null })
      >
    : never;
/** What a statement of the server may write into a row; an undefined value stays as it is. */
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
/** What the actions of a resource set by themselves. */
export type SettingsOf<R> = R extends Resource<any, any, any, any, infer S> ? S : never;
/** The names of the actions of a resource. */
export type ActionsOf<R> = AnyResource extends R ? Inputs : R extends Resource<any, any, infer A, any> ? A : never;

/** A field of a resource by name; throws when there is none, which the checks of the start prevent for declared names. */
export const fieldOf = ({ name, all }: Pick<AnyResource, 'name' | 'all'>, field: string): AnyField => {
  const found = all[field];
  if (!found) throw new Error(`${name} has no field "${field}"`);
  return found;
};

/** An action of a resource by name; throws when there is none. */
export const actionOf = ({ name, actions = {} }: AnyResource, action: string): Action =>
  must(actions[action], `the action "${action}" of ${name}`);

/** The part of a path for the screens of a resource. */
export const routeOf = ({ route, name }: Pick<AnyResource, 'route' | 'name'>): string => route ?? name;

/** Whether a resource has a view. */
export const hasView = ({ views: declared, appendOnly }: Pick<AnyResource, 'views' | 'appendOnly'>, view: View): boolean =>
  view === 'list' || view === 'show' || (declared ? declared.includes(view) : !appendOnly);

/** Whether every row has the field: a field that applies to some records only is empty in the others. */
export const isAlwaysSaid = ({ all, when }: Pick<AnyResource, 'all' | 'when'>, name: string): boolean =>
  isNeverNull(must(all[name], name)) && !(when && name in when);

import type { Action, ActionSpec, States } from './action';
import type { KeySpec, PermissionKey, Platform, Verb } from './access';
import { baseFields, type BaseFieldName } from './baseFields';
import type { CodeOf } from './errorCodes';
import { isNeverNull, type AnyField, type Fields, type Only } from './field';
import type { Flatten, InputOf, RowOf, StoredOf, WrittenOf } from './infer';
import type { MenuGroupName, MenuIcon } from './menuPlaces';
import type { ResourceName } from './resourceNames';

type Key<F> = keyof F & string;
type Name<F> = Key<F> | BaseFieldName;
/** A declared name, or a path over links: `eventid.region`. */
type Path<F> = Name<F> | `${Name<F>}.${string}`;
/** The same, or a path back over a declared relation: `payments.inscriptionid.method` holds where any of those rows satisfies it. */
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
  /** Code of the refusal, whose words say why. */
  readonly says: CodeOf<409>;
}

/** A condition over the whole record; its words are `<resource>.rules.<name>`. */
export interface Rule<F extends Fields = Fields> {
  /** The field that shows the message. */
  readonly on: Key<F>;
  /** Whether a record satisfies it; asked with the stored record and the change together. */
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
  | { readonly through: `${ResourceName}.${string}` };

/** An index or a uniqueness over declared columns. `where` is SQL over column names. */
export interface Index<F = any> {
  /** The columns, in the order of the index. */
  readonly on: readonly (Name<F> | `${string}id`)[];
  /** Only rows that satisfy it are in the index; SQL over column names. */
  readonly where?: string;
  /** No two rows hold the same values. */
  readonly unique?: boolean;
  /** Two rows without a value hold the same one, too. */
  readonly nullsNotDistinct?: boolean;
}

/** No two rows that agree on `equal` may overlap in time, instants up to the second and days with the last one; enforced by the database. */
export interface Exclusion<F = any> {
  /** Rows are compared with those that hold the same values in these fields. */
  readonly equal: readonly Key<F>[];
  /** The fields in which the time of a row begins and ends. */
  readonly range: readonly [Key<F>, Key<F>];
  /** SQL over column names; soft-deleted rows never count. */
  readonly where?: string;
}

/** The part of `set` that tells which actions write something by themselves: action → what it sets. */
export type Settings = Readonly<Record<string, unknown>>;

/** What `defineResource` takes. */
export interface ResourceSpec<F extends Fields, A extends Inputs, K extends string = string, S = any> {
  /** The v2 service that serves it. */
  readonly service: Service;
  /** One record, in snake case: `coupon`. The key is `<singular>id` unless `key` says otherwise. */
  readonly singular: string;
  /** The key that opens it, any of several, or `anyone` who is signed in: reading only, unless the rows have a personal owner. */
  readonly permission: PermissionKey | readonly PermissionKey[] | 'anyone';
  /** The platform it belongs to in the menu. */
  readonly platform: Platform;
  /** The resource whose workspace it lives in; `events` gives a tab under `/events/:eventid/`. */
  readonly within?: ResourceName;
  /** How screens call it in their addresses, where its name would not do. */
  readonly route?: string;
  /** Place among the tabs of that workspace. */
  readonly tab?: number;
  /** Its place in the menu; without one it is reached from other records only. */
  readonly menu?: {
    /** The group of the menu that it stands in. */
    readonly group: MenuGroupName;
    /** The drawing in front of its name. */
    readonly icon: MenuIcon;
    /** Its place within the group; lower comes first. */
    readonly order?: number;
    /** The letter that leads there from the keyboard, after `g`. */
    readonly letter?: string;
  };
  /** Conditions that the database enforces: name → SQL over column names; the words of a refusal are `<resource>.checks.<name>`. */
  readonly checks?: Readonly<Record<string, string>>;
  /** Rows are added and never changed or removed. */
  readonly appendOnly?: boolean;
  /** Which of the four views exist; list and show always do. */
  readonly views?: readonly View[];
  /** The resource whose new records lead to rows of this one, where it has no form of its own: its list leads there. */
  readonly addedBy?: ResourceName;
  /** Related lists that the show page offers as tabs: `inscription_log.inscriptionid`. */
  readonly related?: readonly `${ResourceName}.${string}`[];
  /** Integer primary key, as it is called on the wire. */
  readonly key: K;
  /** Finer keys for a verb or an action; any of them opens it. */
  readonly access?: { readonly [K in Verb | Key<NoInfer<A>>]?: readonly KeySpec[] };
  /** Who owns the rows, which decides who can see them at all. */
  readonly tenancy: Tenancy<NoInfer<F>>;
  /** What narrows the rows beyond the organisation, for regional keys and for memberships limited to some events. */
  readonly scope?: {
    /** The field, or a path to one, that holds the region of a row. */
    readonly region?: Path<NoInfer<F>>;
    /** The field, or a path to one, that names the event of a row. */
    readonly event?: Path<NoInfer<F>> | NoInfer<K>;
    /** The field that names the one person whose row it is: whoever is signed in has rows of their own, and nobody else reads or writes them, whatever their keys. */
    readonly owner?: Key<NoInfer<F>>;
  };
  /** The field that names a record in links, breadcrumbs and pickers. */
  readonly title: Key<NoInfer<F>>;
  /** What a record holds. The names are those of the columns, of the API and of the form. */
  readonly fields: F;
  /** How its list reads, filters, searches and sorts. */
  readonly list: {
    /** The columns that are shown until a person chooses others. */
    readonly columns: readonly Name<NoInfer<F>>[];
    /** Fields and paths that the filters offer; the API takes no others. */
    readonly filters?: readonly FilterPath<NoInfer<F>>[];
    /** Where the words of a search are looked for: texts, whole numbers by their whole value, and references, which are searched as the list of their resource is. */
    readonly search?: readonly Key<NoInfer<F>>[];
    /** Fields whose whole value leads to its record before everything else that a search over many resources finds. */
    readonly exact?: readonly Key<NoInfer<F>>[];
    /** The order until a person chooses another. */
    readonly sort?: { readonly [K in Name<NoInfer<F>>]?: 'asc' | 'desc' };
    /** Columns that lists may be ordered by; every sortable column when absent. */
    readonly sortable?: readonly Name<NoInfer<F>>[];
    /** Fields that are added up over everything that is filtered. */
    readonly totals?: { readonly [K in Key<NoInfer<F>>]?: 'sum' };
  };
  /** Form sections in order. A field in no section is absent from the form. */
  readonly form: { readonly [section: string]: readonly (Key<NoInfer<F>> | 'organizationid')[] };
  /** Sections of the record page that come before those of the form: what the server writes and people look for first. */
  readonly show?: { readonly [section: string]: readonly Name<NoInfer<F>>[] };
  /** Fields that exist only while the draft satisfies a condition; otherwise they are written as null. */
  readonly when?: { readonly [K in Key<NoInfer<F>>]?: (draft: Partial<InputOf<NoInfer<F>>>) => boolean };
  /** Conditions over the whole record; a record that breaks one is refused. */
  readonly rules?: { readonly [rule: string]: Rule<NoInfer<F>> };
  /** What is allowed and worth a second look: said on the field in its form and on its page, refused nowhere; the words are `<resource>.notices.<name>`. */
  readonly notices?: { readonly [notice: string]: Rule<NoInfer<F>> };
  /** What people do with records beyond editing them. */
  readonly actions?: { readonly [K in keyof A]: ActionSpec<NoInfer<F>, A[K]> } & {
    readonly [K in keyof S]: { readonly set?: S[K] & Only<NoInfer<S[K]>, NoInfer<F>> };
  };
  /** When a record is no longer edited, and when it is no longer removed: screens do not offer it, and the server refuses it with the same words. Actions go on. */
  readonly fixed?: { readonly [V in 'edit' | 'delete']?: Fixed<NoInfer<F>> };
  /** Indexes besides those of keys, references and search, which are there by themselves. */
  readonly indexes?: readonly Index<NoInfer<F>>[];
  /** Spans of time that may not overlap. */
  readonly exclusions?: readonly Exclusion<NoInfer<F>>[];
  /** Every look at a row, or at a row in which any of the named fields says something, is written down with who looked, as the law asks for data about health. */
  readonly logsReads?: true | readonly Key<NoInfer<F>>[];
}

/** A record, or what a person types of one, where its fields are not known. */
type AnyDraft = any;
type Condition = (draft: AnyDraft) => boolean;
type Conditions = Readonly<Record<string, { readonly on: string; readonly check: Condition }>>;

/** Some names and what is said of each; a name that is not there says nothing. */
type Some<V> = Readonly<Record<string, V | undefined>>;

/** What a declaration says whatever its fields are. */
type Standing = Pick<
  ResourceSpec<any, any>,
  | 'service'
  | 'singular'
  | 'permission'
  | 'platform'
  | 'within'
  | 'route'
  | 'tab'
  | 'menu'
  | 'checks'
  | 'appendOnly'
  | 'views'
  | 'addedBy'
  | 'related'
>;

/** Any declaration, as those read it who know no entity by name. */
export interface AnyResource extends Standing {
  readonly name: string;
  readonly key: string;
  readonly title: string;
  readonly access?: Some<readonly KeySpec[]>;
  readonly tenancy: Tenancy;
  readonly scope?: { readonly region?: string; readonly event?: string; readonly owner?: string };
  readonly fields: Fields;
  /** Declared fields and the base fields of every row. */
  readonly all: Fields;
  readonly list: {
    readonly columns: readonly string[];
    readonly filters?: readonly string[];
    readonly search?: readonly string[];
    readonly exact?: readonly string[];
    readonly sort?: Some<'asc' | 'desc'>;
    readonly sortable?: readonly string[];
    readonly totals?: Some<'sum'>;
  };
  readonly form: Readonly<Record<string, readonly string[]>>;
  readonly show?: Readonly<Record<string, readonly string[]>>;
  readonly when?: Some<Condition>;
  readonly rules?: Conditions;
  readonly notices?: Conditions;
  readonly actions?: Readonly<Record<string, Action>>;
  readonly fixed?: { readonly [V in 'edit' | 'delete']?: { readonly in: Some<readonly string[]>; readonly says: string } };
  readonly indexes?: readonly Index[];
  readonly exclusions?: readonly Exclusion[];
  readonly logsReads?: true | readonly string[];
}

/** Carries what is inferred of the actions; never present at run time. */
declare const inferred: unique symbol;

/** A declaration with all that is inferred from it. */
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

/** Fields by name and by nothing else: names come from outside, and `constructor` is none. */
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
/** What the actions of a resource set by themselves. */
export type SettingsOf<R> = R extends Resource<any, any, any, any, infer S> ? S : never;
/** The names of the actions of a resource. */
export type ActionsOf<R> = AnyResource extends R ? Inputs : R extends Resource<any, any, infer A, any> ? A : never;

/** A field of a resource by its name; throws where there is none, which the start-up checks exclude for what is declared. */
export const fieldOf = ({ name, all }: Pick<AnyResource, 'name' | 'all'>, field: string): AnyField => {
  const found = all[field];
  if (!found) throw new Error(`${name} has no field "${field}"`);
  return found;
};

/** An action of a resource by its name; throws where there is none. */
export const actionOf = ({ name, actions = {} }: AnyResource, action: string): Action => {
  const found = actions[action];
  if (!found) throw new Error(`${name} declares no action "${action}"`);
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

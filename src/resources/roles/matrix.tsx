import { platforms, type Access, type Grants } from '@/schema';
import { isSwitch, mayGrant, type RoleName } from '@/schema/mayGrant';
import { foldText } from '@/schema/foldText';

/** The level at which somebody holds a key, including none. */
export type Held = Access | 'none';
export interface Role extends RoleName {
  readonly roleid: number;
  readonly name: Readonly<Record<'es' | 'en', string>>;
  readonly description?: string | null;
}
/** Why a column cannot be changed; the texts are `roles.matrix.locks.<lock>`. */
export type Lock = 'system' | 'own' | 'closed' | 'profile' | 'compared';
/** A profile or a person, with their keys. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly to: string;
  readonly held: ReadonlyMap<number, Access>;
  /** Keys that come from elsewhere and cannot be removed here. */
  readonly least?: ReadonlyMap<number, Access>;
  readonly lock: Lock | null;
}
/** Unsaved changes, by cell. */
export type Ticks = Readonly<Record<string, Held>>;

const reach: readonly Held[] = ['none', 'view', 'edit'];
const far = (held: Held): number => reach.indexOf(held);

/** The identifier of a cell. */
export const cellOf = ({ id }: Column, { roleid }: Role): string => `${id}:${roleid}`;
export const storedIn = ({ held }: Column, { roleid }: Role): Held => held.get(roleid) ?? 'none';
export const shownIn = (column: Column, role: Role, ticks: Ticks): Held => ticks[cellOf(column, role)] ?? storedIn(column, role);

/** The rows of a record in the form of a column. */
export const heldOf = (rows: unknown): ReadonlyMap<number, Access> =>
  new Map(((rows ?? []) as readonly { readonly roleid: number; readonly access: Access }[]).map(({ roleid, access }) => [roleid, access]));

/** The possible values of a cell: the present one, the stored one, lower ones, and those that the person may grant. */
export const offeredIn = (column: Column, role: Role, grants: Grants): readonly Held[] => {
  const stored = storedIn(column, role),
    least = far(column.least?.get(role.roleid) ?? 'none');
  if (column.lock) return [stored];
  const steps: readonly Held[] = !isSwitch(role)
    ? reach
    : ['none', stored === 'none' ? (role.category === 'REGIONAL' ? 'edit' : 'view') : stored];
  return steps.filter((step) => far(step) >= least && (far(step) <= far(stored) || mayGrant(grants, role, step as Access)));
};
/** The next value of a cell after a click. */
export const nextOf = (shown: Held, offered: readonly Held[]): Held => offered[(offered.indexOf(shown) + 1) % offered.length] ?? shown;

/** The cells of the shown columns that differ from what is stored. */
export const changesIn = (
  columns: readonly Column[],
  roles: readonly Role[],
  ticks: Ticks,
): readonly { readonly column: Column; readonly role: Role; readonly was: Held; readonly access: Held }[] =>
  columns.flatMap((column) =>
    roles.flatMap((role) => {
      const was = storedIn(column, role),
        access = shownIn(column, role, ticks);
      return was === access ? [] : [{ column, role, was, access }];
    }),
  );

export const differs = (columns: readonly Column[], role: Role, ticks: Ticks): boolean =>
  new Set(columns.map((column) => shownIn(column, role, ticks))).size > 1;

/** The roles of one platform. */
export interface Group {
  readonly category: string;
  readonly roles: readonly Role[];
}
/** The roles by platform, in the order of the product, regions last; only those that match a text and a platform. */
export const groupsOf = (
  roles: readonly Role[],
  { text, platform }: { readonly text: string; readonly platform: string },
): readonly Group[] => {
  const sought = foldText(text);
  const found = roles.filter(
    ({ slug, name, category }) =>
      (!platform || category === platform) && [slug, name.es, name.en].some((each) => foldText(each ?? '').includes(sought)),
  );
  return ['EVENT', ...platforms.filter((each) => each !== 'EVENT'), 'REGIONAL']
    .map((category) => ({ category, roles: found.filter((role) => role.category === category) }))
    .filter((group) => group.roles.length > 0);
};

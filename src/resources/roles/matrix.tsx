import { platforms, type Access, type Grants } from '@/schema';
import { isSwitch, mayGrant, type RoleName } from '@/schema/mayGrant';
import { plainText } from '@/views/plainText';

/** How far somebody holds a key; nothing is an answer too. */
export type Held = Access | 'none';
export interface Role extends RoleName {
  readonly roleid: number;
  readonly name: Readonly<Record<'es' | 'en', string>>;
  readonly description?: string | null;
}
/** Why a column stays as it is; the words are `roles.matrix.locks.<lock>`. */
export type Lock = 'system' | 'own' | 'closed' | 'profile' | 'compared';
/** A profile or a person, with what it holds. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly to: string;
  readonly held: ReadonlyMap<number, Access>;
  /** What comes from elsewhere and cannot be taken away here. */
  readonly least?: ReadonlyMap<number, Access>;
  readonly lock: Lock | null;
}
/** What was ticked and is not saved, by cell. */
export type Ticks = Readonly<Record<string, Held>>;

const reach: readonly Held[] = ['none', 'view', 'edit'];
const far = (held: Held): number => reach.indexOf(held);

/** The name of a cell among all that may ever be shown. */
export const cellOf = ({ id }: Column, { roleid }: Role): string => `${id}:${roleid}`;
export const storedIn = ({ held }: Column, { roleid }: Role): Held => held.get(roleid) ?? 'none';
export const shownIn = (column: Column, role: Role, ticks: Ticks): Held => ticks[cellOf(column, role)] ?? storedIn(column, role);

/** The rows of a record as a column reads them. */
export const heldOf = (rows: unknown): ReadonlyMap<number, Access> =>
  new Map(((rows ?? []) as readonly { readonly roleid: number; readonly access: Access }[]).map(({ roleid, access }) => [roleid, access]));

/** What a cell may become: what it is, what it was, less than that, and what the person may pass on. */
export const offeredIn = (column: Column, role: Role, grants: Grants): readonly Held[] => {
  const stored = storedIn(column, role),
    least = far(column.least?.get(role.roleid) ?? 'none');
  if (column.lock) return [stored];
  const steps: readonly Held[] = !isSwitch(role)
    ? reach
    : ['none', stored === 'none' ? (role.category === 'REGIONAL' ? 'edit' : 'view') : stored];
  return steps.filter((step) => far(step) >= least && (far(step) <= far(stored) || mayGrant(grants, role, step as Access)));
};
/** What a press on a cell makes of it. */
export const nextOf = (shown: Held, offered: readonly Held[]): Held => offered[(offered.indexOf(shown) + 1) % offered.length] ?? shown;

/** The cells that differ from what is stored, of the columns on screen. */
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
/** The roles by platform, in the order of the product, regions last; only those that a text and a platform leave. */
export const groupsOf = (
  roles: readonly Role[],
  { text, platform }: { readonly text: string; readonly platform: string },
): readonly Group[] => {
  const sought = plainText(text);
  const found = roles.filter(
    ({ slug, name, category }) =>
      (!platform || category === platform) && [slug, name.es, name.en].some((each) => plainText(each ?? '').includes(sought)),
  );
  return ['EVENT', ...platforms.filter((each) => each !== 'EVENT'), 'REGIONAL']
    .map((category) => ({ category, roles: found.filter((role) => role.category === category) }))
    .filter((group) => group.roles.length > 0);
};

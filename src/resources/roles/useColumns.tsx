import { useList, type CrudFilter } from '@refinedev/core';
import { useMemo } from 'react';
import { joinName, type AnyResource, fieldOf } from '@/schema';
import { can, canWrite } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { pathTo } from '@/fields/kit/paths';
import { recordTitle } from '@/fields/kit/recordTitle';
import { useWords } from '@/fields/kit/useWords';
import { partOf, textIn } from '@/schema/unknown';
import { heldOf, type Column, type Lock } from './matrix';

export type Row = Readonly<Record<string, unknown>>;
const everything = { mode: 'off' } as const;
const noRows: readonly Row[] = [];

/** Every row of a resource that matches a condition, with some columns; `undefined` until it is known. */
const useRows = (resource: AnyResource, columns: readonly string[], filters: readonly CrudFilter[] = [], enabled = true) => {
  const { result, query } = useList({
    resource: resource.name,
    dataProviderName: resource.service,
    pagination: everything,
    filters: [...filters],
    meta: { columns, count: false },
    errorNotification: false,
    queryOptions: { enabled },
  });
  return {
    rows: query.data ? (result.data as readonly Row[]) : undefined,
    error: query.error,
    reread: async () => ((await query.refetch()).data?.data ?? noRows) as readonly Row[],
  };
};
/** The roles, in their order. */
export const useRoles = () => useRows(useRegistry().get('roles'), ['slug', 'category', 'name', 'description', 'sort']);

/** The profiles that the chosen organization uses, as columns; the person's own one cannot be changed. */
export const useProfileColumns = () => {
  const registry = useRegistry(),
    grants = useGrants(),
    words = useWords(),
    { t } = words;
  const profiles = registry.get('profiles'),
    memberships = registry.get('memberships');
  const here: readonly CrudFilter[] = grants.is_platform
    ? [
        {
          operator: 'or',
          value: [
            { field: 'organizationid', operator: 'null', value: true },
            { field: 'organizationid', operator: 'eq', value: grants.organizationid },
          ],
        },
      ]
    : [];
  const { rows, ...read } = useRows(profiles, ['name', 'slug', 'is_system', 'roles', 'members_count'], here);
  const mine = useRows(
    memberships,
    ['profileid'],
    [{ field: 'userid', operator: 'eq', value: grants.userid }],
    can(grants, 'list', memberships),
  );
  const columns = useMemo(() => {
    const own = new Set((mine.rows ?? noRows).map((row) => row['profileid']));
    const isClosed = !can(grants, 'set_access', registry.get('roles'));
    const lockOf = (row: Row): Lock | null =>
      row['is_system'] === true ? 'system' : isClosed ? 'closed' : own.has(row['profileid']) ? 'own' : null;
    const ordered = (rows ?? noRows).toSorted(
      (one, other) => Number(other['is_system']) - Number(one['is_system']) || Number(one['profileid']) - Number(other['profileid']),
    );
    return ordered.map((row): Column => ({
      id: `p${String(row['profileid'])}`,
      title: recordTitle(profiles, row, words),
      note: t('roles.matrix.members', { count: Number(row['members_count'] ?? 0) }),
      to: pathTo(profiles, 'show', { id: Number(row['profileid']) }),
      held: heldOf(row['roles']),
      lock: lockOf(row),
    }));
  }, [rows, mine.rows, grants, registry, profiles, words, t]);
  return { columns, isKnown: rows !== undefined, ...read };
};

/** Memberships of some people in the chosen organization as columns: one next to its profile to change it, two to compare them. */
export const usePeopleColumns = (people: readonly number[], profiles: readonly Column[]) => {
  const registry = useRegistry(),
    grants = useGrants(),
    words = useWords(),
    { t } = words;
  const memberships = registry.get('memberships');
  const filters: readonly CrudFilter[] = [
    { field: 'userid', operator: 'in', value: [...people] },
    { field: 'organizationid', operator: 'eq', value: grants.organizationid },
  ];
  const { rows, ...read } = useRows(memberships, ['userid', 'profileid', 'status', 'roles'], filters, people.length > 0);
  const columns = useMemo(() => {
    const found = people.flatMap((userid) => (rows ?? noRows).filter((row) => row['userid'] === userid));
    const profileOf = (row: Row): Column | undefined => profiles.find(({ id }) => id === `p${String(row['profileid'])}`);
    const isClosed = !can(grants, 'edit', memberships) || !canWrite(grants, fieldOf(memberships, 'roles'));
    const lockOf = (row: Row): Lock | null =>
      row['userid'] === grants.userid ? 'own' : isClosed ? 'closed' : found.length > 1 ? 'compared' : null;
    const made = found.map((row): Column => {
      const profile = profileOf(row);
      return {
        id: `m${String(row['membershipid'])}`,
        title: textIn(partOf(row[joinName('userid')], 'title')) ?? recordTitle(memberships, row, words),
        note: profile?.title ?? t('roles.matrix.noProfile'),
        to: pathTo(memberships, 'show', { id: Number(row['membershipid']) }),
        held: heldOf(row['roles']),
        ...(profile && { least: profile.held }),
        lock: lockOf(row),
      };
    });
    const [only] = found,
      profile = found.length === 1 && only ? profileOf(only) : undefined;
    return profile ? [{ ...profile, lock: 'profile' as const }, ...made] : made;
  }, [rows, people, profiles, grants, memberships, words, t]);
  return { columns, rows, ...read };
};

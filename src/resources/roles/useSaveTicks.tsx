import { failureOf } from '@/fields/kit/failureOf';
import { useUpdate } from '@refinedev/core';
import { useState } from 'react';
import { actionOf, type Access } from '@/schema';
import { useRegistry } from '@/fields/kit/AppContext';
import { useRunAction } from '@/views/action/runAction';
import { useReread } from '@/views/action/useReread';
import { refusalOf, type FormProblem } from '@/views/form/problems';
import { useWords } from '@/fields/kit/useWords';
import { cellOf, shownIn, type changesIn, type Column, type Held, type Role, type Ticks } from './matrix';
import type { Row } from './useColumns';

type Change = ReturnType<typeof changesIn>[number];
/** The refusals: on cells, and those without a cell. */
export interface Refused {
  readonly cells: Readonly<Record<string, string>>;
  readonly all: readonly string[];
}
export const nothingRefused: Refused = { cells: {}, all: [] };

const far: Readonly<Record<Held, number>> = { none: 0, view: 1, edit: 2 };
const stale = 409;
const changePath = /^input\.changes\.(\d+)\./,
  rowPath = /^roles\.(\d+)\./;

/** The grants of a membership in addition to its profile, as its own form would send them, without those of the profile. */
const directRoles = (
  column: Column,
  roles: readonly Role[],
  ticks: Ticks,
  row: Row,
): readonly { readonly roleid: number; readonly access: Access }[] => {
  const stored = new Map(
    ((row['roles'] ?? []) as readonly { readonly membership_roleid: number; readonly roleid: number; readonly source: string }[]).map(
      (each) => [each.roleid, each],
    ),
  );
  return roles.flatMap((role) => {
    const access = shownIn(column, role, ticks),
      known = stored.get(role.roleid);
    if (access === 'none' || far[access] <= far[column.least?.get(role.roleid) ?? 'none']) return [];
    return [{ ...(known?.source === 'direct' && { membership_roleid: known.membership_roleid }), roleid: role.roleid, access }];
  });
};

/** Places each refusal on its cell, or on all of the changed ones if it is about the whole record. */
const placed = (found: readonly FormProblem[], cellAt: (path: string) => string | undefined): Refused => ({
  cells: Object.fromEntries(
    found.flatMap(({ path, text }) => {
      const cell = cellAt(path);
      return cell ? [[cell, text]] : [];
    }),
  ),
  all: [...new Set(found.filter(({ path }) => !cellAt(path)).map(({ text }) => text))],
});

/** Saves all changes in one request, and so in one transaction; a refusal is shown on its cell. */
export const useSaveTicks = (roles: readonly Role[]) => {
  const registry = useRegistry(),
    words = useWords(),
    reread = useReread();
  const [isSaving, setIsSaving] = useState(false);
  const resource = registry.get('roles');
  const run = useRunAction({ resource, name: 'set_access', action: actionOf(resource, 'set_access'), target: { ids: [] } });
  const { mutateAsync } = useUpdate();
  const attempt = async (work: () => Promise<unknown>, cellAt: (path: string) => string | undefined): Promise<Refused | null> => {
    setIsSaving(true);
    try {
      await work();
      reread();
      return null;
    } catch (error) {
      const refused = failureOf(error);
      if (refused.statusCode === stale) reread();
      return placed(refusalOf(words, refused), cellAt);
    } finally {
      setIsSaving(false);
    }
  };
  const saveProfiles = (changes: readonly Change[]): Promise<Refused | null> =>
    attempt(
      () =>
        run(
          {
            changes: changes.map(({ column, role, was, access }) => ({
              profileid: Number(column.id.slice(1)),
              roleid: role.roleid,
              was,
              access,
            })),
          },
          false,
        ),
      (path) => {
        const change = changes[Number(changePath.exec(path)?.[1])];
        return change && cellOf(change.column, change.role);
      },
    );
  const savePerson = (column: Column, ticks: Ticks, row: Row): Promise<Refused | null> => {
    const sent = directRoles(column, roles, ticks, row),
      { name, service } = registry.get('memberships');
    return attempt(
      () =>
        mutateAsync({
          resource: name,
          dataProviderName: service,
          id: Number(row['membershipid']),
          values: { version: row['version'], roles: sent },
          mutationMode: 'pessimistic',
          successNotification: false,
          errorNotification: false,
        }),
      (path) => {
        const at = sent[Number(rowPath.exec(path)?.[1])];
        return at && `${column.id}:${at.roleid}`;
      },
    );
  };
  return { isSaving, saveProfiles, savePerson };
};

/** The roles of a column as the initial values of a new profile. */
export const rolesFor = (column: Column, roles: readonly Role[], ticks: Ticks, locale: 'es' | 'en'): readonly object[] =>
  roles
    .filter((role) => shownIn(column, role, ticks) !== 'none')
    .map((role) => ({
      roleid: role.roleid,
      role: { roleid: role.roleid, title: role.name[locale] ?? role.slug },
      access: shownIn(column, role, ticks),
    }));

/** A change back to the stored value is no change. */
export const ticked = (ticks: Ticks, cell: string, held: Held, stored: Held): Ticks =>
  held === stored ? Object.fromEntries(Object.entries(ticks).filter(([each]) => each !== cell)) : { ...ticks, [cell]: held };

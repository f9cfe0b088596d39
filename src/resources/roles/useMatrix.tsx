import { useNotification } from '@refinedev/core';
import { useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { offers } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { pathTo } from '@/fields/kit/paths';
import { useWords } from '@/fields/kit/useWords';
import { cellOf, changesIn, differs, groupsOf, type Column, type Held, type Role, type Ticks } from './matrix';
import { usePeopleColumns, useProfileColumns, useRoles } from './useColumns';
import { nothingRefused, rolesFor, ticked, useSaveTicks } from './useSaveTicks';

const param = 'people';
const noRoles: readonly Role[] = [];
const peopleIn = (text: string): readonly number[] =>
  text
    .split(',')
    .filter((each) => /^[1-9]\d{0,14}$/.test(each))
    .slice(0, 2)
    .map(Number);

/** The people in the URL; null while the matrix shows profiles. */
const usePeople = () => {
  const [params, setParams] = useSearchParams();
  const asked = params.get(param);
  const people = useMemo(() => peopleIn(asked ?? ''), [asked]);
  const show = (next: readonly number[] | null): void => setParams(next === null ? {} : { [param]: next.join(',') }, { replace: true });
  return { people, isOfPeople: asked !== null, show };
};

/** The search, the comparison and the chosen column. */
const useMatrixFilter = () => {
  const [text, setText] = useState(''),
    [platform, setPlatform] = useState(''),
    [onlyDifferent, setOnlyDifferent] = useState(false),
    [chosen, setChosen] = useState<number | null>(null);
  return { text, setText, platform, setPlatform, onlyDifferent, setOnlyDifferent, chosen, setChosen };
};

interface TickOptions {
  readonly columns: readonly Column[];
  readonly roles: readonly Role[];
  /** The memberships of the chosen people; null while the columns are profiles. */
  readonly memberships: ReturnType<typeof usePeopleColumns>['rows'] | null;
}
/** The unsaved changes, and what the server refused of them. */
const useTicks = ({ columns, roles, memberships }: TickOptions) => {
  const { t } = useWords();
  const { open } = useNotification();
  const [ticks, setTicks] = useState<Ticks>({}),
    [refused, setRefused] = useState(nothingRefused);
  const { isSaving, saveProfiles, savePerson } = useSaveTicks(roles);
  const changes = changesIn(columns, roles, ticks);
  const tick = (cell: string, held: Held, stored: Held): void => {
    setTicks((before) => ticked(before, cell, held, stored));
    setRefused(({ cells }) => ({ cells: Object.fromEntries(Object.entries(cells).filter(([each]) => each !== cell)), all: [] }));
  };
  const forget = (): void => {
    const done = new Set(changes.map(({ column, role }) => cellOf(column, role)));
    setTicks((before) => Object.fromEntries(Object.entries(before).filter(([cell]) => !done.has(cell))));
    setRefused(nothingRefused);
  };
  const save = async (): Promise<void> => {
    const [first] = changes;
    if (isSaving || !first) return;
    const { column } = first,
      row = memberships?.find((each) => `m${String(each['membershipid'])}` === column.id);
    const found = await (row ? savePerson(column, ticks, row) : saveProfiles(changes));
    if (found) return setRefused(found);
    forget();
    open?.({ type: 'success', key: 'roles-saved', message: t('roles.matrix.saved', { count: changes.length }) });
  };
  return { ticks, changes, refused, isSaving, tick, forget, save };
};

/** The matrix of permissions: its columns and rows, the unsaved changes, and what can be done with it. */
export const useMatrix = () => {
  const { locale } = useWords();
  const navigate = useNavigate(),
    grants = useGrants(),
    registry = useRegistry();
  const { people, isOfPeople, show } = usePeople();
  const filter = useMatrixFilter();
  const catalogue = useRoles(),
    profiles = useProfileColumns(),
    persons = usePeopleColumns(people, profiles.columns);
  const roles = (catalogue.rows ?? noRoles) as unknown as readonly Role[];
  const columns = isOfPeople ? persons.columns : profiles.columns;
  const ticking = useTicks({ columns, roles, memberships: isOfPeople ? persons.rows : null });
  const { ticks, changes } = ticking;
  const isLeaving = useRef(false);
  const shown = isOfPeople && filter.onlyDifferent ? roles.filter((role) => differs(columns, role, ticks)) : roles;
  const firstOpen = Math.max(
    0,
    columns.findIndex(({ lock }) => lock === null),
  );
  const saveAs = (column: Column): void => {
    isLeaving.current = changes.every((change) => change.column.id === column.id); // unsaved changes there are discarded
    void navigate(pathTo(registry.get('profiles'), 'create'), {
      state: {
        draft: { ...(grants.is_platform && { organizationid: grants.organizationid }), roles: rolesFor(column, roles, ticks, locale) },
      },
    });
  };
  return {
    ...ticking,
    filter,
    people,
    isOfPeople,
    show,
    columns,
    roles,
    groups: groupsOf(shown, filter),
    place: Math.min(filter.chosen ?? firstOpen, Math.max(0, columns.length - 1)),
    error: catalogue.error ?? profiles.error ?? persons.error,
    hasNoMember: isOfPeople && people.length > 0 && persons.rows?.length === 0,
    reread: (): void => {
      void catalogue.reread();
      void profiles.reread();
      if (people.length > 0) void persons.reread();
    },
    saveAs: offers(grants, 'create', registry.get('profiles'), registry) ? saveAs : undefined,
    isLeaving,
  };
};
/** The data of the parts of the matrix. */
export type Matrix = ReturnType<typeof useMatrix>;

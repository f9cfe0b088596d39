import { useNotification } from '@refinedev/core';
import { useId, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { platforms } from '@/schema';
import { offers } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { LeaveGuard } from '@/views/form/LeaveGuard';
import { pathTo } from '@/fields/kit/paths';
import { useWords } from '@/fields/kit/useWords';
import { cellOf, changesIn, differs, groupsOf, type Column, type Held, type Role, type Ticks } from './matrix';
import { MatrixTable } from './MatrixTable';
import { PeoplePicker } from './PeoplePicker';
import { usePeopleColumns, useProfileColumns, useRoles } from './useColumns';
import { nothingRefused, rolesFor, ticked, useSaveTicks } from './useSaveTicks';
import './roleMatrix.css';

const param = 'people',
  categories = [...platforms, 'REGIONAL'] as const;
const noRoles: readonly Role[] = [];
const peopleIn = (text: string): readonly number[] =>
  text
    .split(',')
    .filter((each) => /^[1-9]\d{0,14}$/.test(each))
    .slice(0, 2)
    .map(Number);

/** Who may do what: the keys of the product by platform, down; profiles or people of the organisation across. Ticked here, judged and written by the server all at once. */
export const RoleMatrix = () => {
  const { t, locale } = useWords();
  const id = useId(),
    navigate = useNavigate(),
    grants = useGrants(),
    registry = useRegistry();
  const { open } = useNotification();
  const [params, setParams] = useSearchParams();
  const asked = params.get(param);
  const people = useMemo(() => peopleIn(asked ?? ''), [asked]);
  const [text, setText] = useState(''),
    [platform, setPlatform] = useState(''),
    [onlyDifferent, setOnlyDifferent] = useState(false),
    [chosen, setChosen] = useState<number | null>(null);
  const [ticks, setTicks] = useState<Ticks>({}),
    [refused, setRefused] = useState(nothingRefused);
  const isLeaving = useRef(false);
  const catalogue = useRoles(),
    profiles = useProfileColumns(),
    persons = usePeopleColumns(people, profiles.columns);
  const roles = (catalogue.rows ?? noRoles) as unknown as readonly Role[];
  const { isSaving, saveProfiles, savePerson } = useSaveTicks(roles);
  const isOfPeople = asked !== null,
    columns = isOfPeople ? persons.columns : profiles.columns;
  const changes = changesIn(columns, roles, ticks);
  const shown = isOfPeople && onlyDifferent ? roles.filter((role) => differs(columns, role, ticks)) : roles;
  const firstOpen = Math.max(
    0,
    columns.findIndex(({ lock }) => lock === null),
  );
  const place = Math.min(chosen ?? firstOpen, Math.max(0, columns.length - 1));
  const error = catalogue.error ?? profiles.error ?? persons.error;

  const show = (next: readonly number[] | null): void => setParams(next === null ? {} : { [param]: next.join(',') }, { replace: true });
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
    if (isSaving || changes.length === 0) return;
    const column = changes[0]!.column,
      row = persons.rows?.find((each) => `m${String(each['membershipid'])}` === column.id);
    const found = await (isOfPeople && row ? savePerson(column, ticks, row) : saveProfiles(changes));
    if (found) return setRefused(found);
    forget();
    open?.({ type: 'success', key: 'roles-saved', message: t('roles.matrix.saved', { count: changes.length }) });
  };
  const saveAs = (column: Column): void => {
    isLeaving.current = changes.every((change) => change.column.id === column.id); // what was ticked there goes along
    void navigate(pathTo(registry.get('profiles'), 'create'), {
      state: {
        draft: { ...(grants.is_platform && { organizationid: grants.organizationid }), roles: rolesFor(column, roles, ticks, locale) },
      },
    });
  };
  return (
    <section className="matrix-page" aria-labelledby={`${id}-title`}>
      <header className="matrix-head">
        <h1 id={`${id}-title`}>{t('roles.matrix.title')}</h1>
        <p>{t('roles.matrix.context')}</p>
      </header>
      <div className="matrix-tools">
        <div className="matrix-modes" role="group" aria-label={t('roles.matrix.mode')}>
          <button type="button" className="asd-button" aria-pressed={!isOfPeople} onClick={() => show(null)}>
            {t('roles.matrix.profiles')}
          </button>
          <button type="button" className="asd-button" aria-pressed={isOfPeople} onClick={() => show(people)}>
            {t('roles.matrix.people')}
          </button>
        </div>
        <input
          type="search"
          className="asd-field"
          value={text}
          placeholder={t('roles.matrix.search')}
          aria-label={t('roles.matrix.search')}
          onChange={({ target }) => setText(target.value)}
        />
        <select
          className="asd-field"
          value={platform}
          aria-label={t('roles.fields.category')}
          onChange={({ target }) => setPlatform(target.value)}
        >
          <option value="">{t('roles.matrix.everyPlatform')}</option>
          {categories.map((category) => (
            <option key={category} value={category}>
              {t(`roles.choices.category.${category}`)}
            </option>
          ))}
        </select>
        {isOfPeople ? (
          <label className="matrix-only">
            <input type="checkbox" checked={onlyDifferent} onChange={({ target }) => setOnlyDifferent(target.checked)} />
            {t('roles.matrix.onlyDifferent')}
          </label>
        ) : null}
        {columns.length > 1 ? (
          <select
            className="asd-field matrix-choose"
            value={place}
            aria-label={t('roles.matrix.column')}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {columns.map((column, at) => (
              <option key={column.id} value={at}>
                {column.title}
                {column.lock ? ` · ${t('roles.matrix.fixed')}` : ''}
              </option>
            ))}
          </select>
        ) : null}
      </div>
      {isOfPeople ? <PeoplePicker people={people} onChange={show} /> : null}
      {error ? (
        <p role="alert">
          {error.message}{' '}
          <button
            type="button"
            className="asd-button"
            onClick={() => {
              void catalogue.reread();
              void profiles.reread();
              if (people.length > 0) void persons.reread();
            }}
          >
            {t('roles.matrix.retry')}
          </button>
        </p>
      ) : null}
      {isOfPeople && people.length === 0 ? <p className="matrix-hint">{t('roles.matrix.choosePeople')}</p> : null}
      {isOfPeople && people.length > 0 && persons.rows?.length === 0 ? <p className="matrix-hint">{t('roles.matrix.noMember')}</p> : null}
      {columns.length > 0 && roles.length > 0 ? (
        <MatrixTable
          label={t('roles.matrix.title')}
          columns={columns}
          groups={groupsOf(shown, { text, platform })}
          ticks={ticks}
          problems={refused.cells}
          compares={isOfPeople}
          chosen={place}
          onTick={tick}
          onSaveAs={offers(grants, 'create', registry.get('profiles'), registry) ? saveAs : undefined}
        />
      ) : null}
      {columns.length === 0 && !isOfPeople && !error ? <span className="asd-skeleton matrix-waiting" /> : null}
      {roles.length > 0 && groupsOf(shown, { text, platform }).length === 0 ? (
        <p className="matrix-hint">{t('roles.matrix.nothing')}</p>
      ) : null}
      <div className="matrix-bar" data-changed={changes.length > 0 || undefined}>
        <span role="status">
          {changes.length > 0 ? (
            t('roles.matrix.unsaved', { count: changes.length })
          ) : (
            <span className="matrix-keys">{t('roles.matrix.keys')}</span>
          )}
        </span>
        {[...refused.all, ...new Set(Object.values(refused.cells))].map((words) => (
          <span role="alert" className="matrix-refused" key={words}>
            {words}
          </span>
        ))}
        {changes.length > 0 ? (
          <button type="button" className="asd-button" onClick={forget}>
            {t('form.discard')}
          </button>
        ) : null}
        {changes.length > 0 ? (
          <button type="button" className="asd-button" data-primary="" aria-busy={isSaving} onClick={() => void save()}>
            {t('form.save')}
          </button>
        ) : null}
      </div>
      <LeaveGuard isDirty={Object.keys(ticks).length > 0} isLeaving={isLeaving} />
    </section>
  );
};

import { idOf } from '@/schema/unknown';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatNumber } from '@/words/format';
import { fieldOf, type AnyResource, type Filter } from '@/schema';
import { offers } from '@/schema/project/access';
import { useGrants, useRegistry } from '../../fields/kit/AppContext';
import { allowsRow } from '../allowsRow';
import type { ActionTarget, Parent } from '../../fields/kit/contracts';
import { readText } from '../../fields/kit/fieldUi';
import { creationOf, pathTo } from '../../fields/kit/paths';
import { recordTitle } from '../../fields/kit/recordTitle';
import { useFollow } from '../useFollow';
import { usePaletteActions } from '../../frame/usePaletteActions';
import { useViews } from '../useViews';
import { useWords } from '../../fields/kit/useWords';
import { openActions } from './select/actions';
import { BulkBar } from './select/BulkBar';
import { labelOf, type Describing } from './filter/describeFilter';
import { ListBody } from './table/ListBody';
import { ListActions, ListHeader } from './table/ListHeader';
import { askedColumns, planList, shownColumns, wholeFilter } from './model/listPlan';
import { ListTable } from './table/ListTable';
import type { Cells, RowSetting } from './table/ListRow';
import { Pager } from './table/Pager';
import { countOf, nothing, rowsOf, targetOf, type Row } from './model/selection';
import { Toolbar } from './Toolbar';
import { useBeside } from './model/useBeside';
import { useDensity } from './table/useDensity';
import { useFocusAfterSelection } from './select/useFocusAfterSelection';
import { ExpectedPage, useListRows } from './model/useListRows';
import { useListState } from './model/useListState';
import { useReferenceTitles } from './filter/useReferenceTitles';
import { useRowKeys } from './table/useRowKeys';
import { useSame } from './model/useSame';
import { useSelection } from './select/useSelection';
import { wordsAbout } from './model/wordsAbout';
import '../values.css';
import './list.css';

const RowMenu = lazy(() => import('./table/RowMenu'));
const RunsNotice = lazy(() => import('../action/RunsNotice'));
const RecordPanel = lazy(() => import('../record/RecordPanel'));
const ActionDialog = lazy(async () => ({ default: (await import('../action/ActionDialog')).ActionDialog }));

/** No cell is drawn otherwise than generated. */
const generated: Cells = {};

export interface ListViewProps {
  readonly resource: AnyResource;
  /** The workspace it stands in. */
  readonly parent?: Parent | undefined;
  /** A condition that the screen adds and nobody may take away. */
  readonly fixed?: Filter | null | undefined;
  /** Inside another screen: its state stays in memory and the keyboard is its own only where the focus is. */
  readonly embedded?: boolean | undefined;
  /** In which workspace a record is made that is new here, and what is known of it; the list's own when absent. */
  readonly creates?: { readonly parent: Parent | undefined; readonly preset: Readonly<Record<string, unknown>> } | undefined;
}

/** The generated list of a resource: everything on it is read from the declaration and the grants. */
export const ListView = (props: ListViewProps) => <ResourceList key={props.resource.name} {...props} />;

const ResourceList = ({ resource, parent: place, fixed: condition, embedded = false, creates }: ListViewProps) => {
  const parent = useSame(place),
    fixed = useSame(condition);
  const registry = useRegistry(),
    grants = useGrants(),
    words = useWords(),
    navigate = useNavigate();
  const [state, change] = useListState(resource, embedded);
  const [density, setDensity] = useDensity();
  const [menu, setMenu] = useState<{ readonly id: number; readonly anchor: HTMLElement } | null>(null);
  const [action, setAction] = useState<{
    readonly name: string;
    readonly target: ActionTarget;
    readonly rows?: readonly Row[];
    readonly ofSelection?: boolean;
  } | null>(null);
  const root = useRef<HTMLElement>(null);

  const saidElsewhere = parent?.field ?? (fixed && 'field' in fixed && fixed.op === 'eq' ? fixed.field : undefined);
  const views = useViews(resource),
    cells = views?.cells ?? generated;
  const plan = useMemo(() => planList(resource, registry, grants, saidElsewhere), [resource, registry, grants, saidElsewhere]);
  const shown = useMemo(() => shownColumns(plan, state.columns), [plan, state.columns]);
  const asked = useMemo(() => askedColumns(plan, shown), [plan, shown]);
  const filter = useMemo(() => wholeFilter(state.filter, parent, fixed), [state.filter, parent, fixed]);
  const titles = useReferenceTitles(resource, registry, state.filter, words);
  const describing = useMemo<Describing>(() => ({ resource, registry, context: words, titles }), [resource, registry, words, titles]);
  const sort = state.sort ?? plan.sort;

  const list = useListRows({ plan, state, filter, columns: asked });
  const { rows, total, totals } = list;
  const selecting = useSelection(JSON.stringify([filter, state.q]), rows, resource.key);
  const { selection, select, toggle } = selecting;
  const bulk = useMemo(() => openActions(grants, resource, 'rows'), [grants, resource]);
  const whole = useMemo(() => openActions(grants, resource, 'list'), [grants, resource]);
  const adding = resource.addedBy && !embedded ? registry.get(resource.addedBy) : null;
  const creation = offers(grants, 'create', resource, registry)
    ? creationOf(resource, creates ? creates.parent : parent, creates?.preset)
    : adding && offers(grants, 'create', adding, registry)
      ? creationOf(adding)
      : null;

  const onFollow = useFollow();
  const rowOf = (id: number) => rows.find((row) => row[resource.key] === id);
  const edit = (id: number): void => {
    const row = rowOf(id);
    if (row && allowsRow(grants, 'edit', resource, row)) void navigate(pathTo(resource, 'edit', { id, parent }));
  };
  const beside = useBeside({ root, resource, parent, embedded, state, change });
  const open = beside?.id ?? null;
  useRowKeys(root, embedded, { onToggle: toggle, onEdit: edit, beside });

  const labels = useMemo(() => Object.fromEntries(shown.map(({ name }) => [name, labelOf(describing, name)])), [shown, describing]);
  const setting = useMemo<RowSetting>(
    () => ({
      resource,
      parent,
      columns: shown,
      labels,
      words,
      title: plan.title,
      cells,
      selectable: bulk.length > 0,
      says: { select: wordsAbout(words, 'list.select.row'), menu: wordsAbout(words, 'list.row.menu') },
      onToggle: toggle,
      onMenu: (id, anchor) => setMenu({ id, anchor }),
      onFollow,
    }),
    [resource, parent, shown, labels, words, plan.title, bulk.length, toggle, cells, onFollow],
  );

  const picked = countOf(selection, total);
  useFocusAfterSelection(root, selection, picked);
  const act = (name: string): void => setAction({ name, target: { ids: [] } });
  const actOnSelection = (name: string): void =>
    setAction({ name, target: targetOf(selection, filter, state.q, total), ofSelection: true });
  usePaletteActions(() =>
    embedded
      ? []
      : [
          ...(creation !== null
            ? [
                {
                  key: creation.to,
                  label: words.t(creation.title),
                  shortcut: 'create' as const,
                  run: () => void navigate(creation.to, { state: creation.state }),
                },
              ]
            : []),
          ...whole.map(([name]) => ({ key: name, label: words.t(`${resource.name}.actions.${name}`), run: () => act(name) })),
          ...(picked > 0 ? bulk : []).map(([name]) => ({
            key: name,
            label: `${words.t(`${resource.name}.actions.${name}`)} · ${words.t('list.bulk.selected', { number: formatNumber(picked, words.locale) })}`,
            run: () => actOnSelection(name),
          })),
        ],
  );

  // Rows that left meanwhile may leave this page empty: the last one that exists is shown instead.
  const last = Math.max(1, Math.ceil(total / state.perpage));
  useEffect(() => {
    if (!list.isFetching && total > 0 && state.page > last) change({ page: last }, { replace: true });
  }, [list.isFetching, total, state.page, last, change]);

  const menuRow = menu && rowOf(menu.id);
  const Own = action && parent ? views?.dialogs?.[action.name] : undefined;
  const wholePage = selection.kind === 'rows' && rows.length > 0 && rows.every((row) => selection.rows.has(idOf(row, resource)));
  const context =
    list.isLoading || list.error || state.broken
      ? null
      : [
          words.t('list.count', { number: formatNumber(total, words.locale) }),
          ...plan.totals
            .filter((name) => typeof totals[name] === 'number')
            .map(
              (name) =>
                `${labelOf(describing, name)}: ${readText(totals, fieldOf(resource, name), { resource: resource.name, name }, words)}`,
            ),
        ].join(' · ');
  const title = words.t(`${resource.name}.titles.list`);
  const titled = !parent && !embedded;
  const actionsOfList = <ListActions resource={resource} creation={creation} actions={whole} onAction={act} />;
  const screen = (
    <section className="list" ref={root} data-embedded={embedded || undefined} data-opens={beside ? '' : undefined} aria-label={title}>
      <ListHeader title={title} titled={titled} embedded={embedded} context={context}>
        {titled ? actionsOfList : null}
      </ListHeader>
      <Toolbar
        plan={plan}
        describing={describing}
        state={state}
        change={change}
        shown={shown}
        filter={filter}
        sort={sort}
        total={total}
        density={density}
        onDensity={setDensity}
        keepsViews={!embedded}
      >
        {titled ? null : actionsOfList}
      </Toolbar>
      {bulk.length > 0 && !embedded ? (
        <Suspense fallback={null}>
          <RunsNotice resource={resource} isBusy={action !== null} />
        </Suspense>
      ) : null}
      <ListBody state={state} change={change} creation={creation} list={list} />
      {list.isLoading || rows.length > 0 ? (
        <ListTable
          plan={plan}
          setting={setting}
          density={density}
          caption={title}
          rows={rows}
          isLoading={list.isLoading}
          isStale={list.isStale}
          open={open}
          sort={sort}
          totals={totals}
          selection={selection}
          onSort={(next) => change({ sort: next })}
          onTogglePage={selecting.togglePage}
        />
      ) : null}
      {list.ahead.map((asked) => (
        <ExpectedPage key={asked.state.page} {...asked} />
      ))}
      {rows.length > 0 ? <Pager state={state} total={total} change={change} onReach={list.expectNext} /> : null}
      {picked > 0 ? (
        <BulkBar
          plan={plan}
          labels={Object.fromEntries(plan.totals.map((name) => [name, labelOf(describing, name)]))}
          selection={selection}
          total={total}
          totals={totals}
          mayTakeAll={wholePage && total > picked}
          actions={bulk}
          onSelect={select}
          onAction={(name) =>
            setAction({ name, target: targetOf(selection, filter, state.q, total), rows: rowsOf(selection), ofSelection: true })
          }
        />
      ) : null}
      <Suspense fallback={null}>
        {menu && menuRow ? (
          <RowMenu
            key={menu.id}
            resource={resource}
            parent={parent}
            grants={grants}
            row={menuRow}
            title={recordTitle(resource, menuRow, words)}
            anchor={menu.anchor}
            onClose={() => setMenu(null)}
            onAction={(name) => setAction({ name, target: { ids: [menu.id] } })}
          />
        ) : null}
        {action && Own && parent ? (
          <Own parent={parent} onClose={() => setAction(null)} />
        ) : action ? (
          <ActionDialog
            resource={resource}
            action={action.name}
            target={action.target}
            rows={action.rows}
            parent={parent}
            onClose={(didChange) => {
              setAction(null);
              if (didChange && action.ofSelection) select(nothing);
            }}
          />
        ) : null}
      </Suspense>
    </section>
  );
  if (!beside) return screen;
  return (
    <div className="list-desk" data-open={open !== null || undefined}>
      {screen}
      {open === null ? null : (
        <Suspense fallback={<div className="list-beside" />}>
          <RecordPanel resource={resource} parent={parent} id={open} onClose={beside.close} />
        </Suspense>
      )}
    </div>
  );
};

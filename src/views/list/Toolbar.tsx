import { lazy, memo, type ReactNode } from 'react';
import type { Filter } from '@/schema';
import { takesFiles } from '@/schema/access';
import { useGrants } from '../../fields/kit/AppContext';
import { useWords } from '../../fields/kit/useWords';
import { Icon } from '../../frame/Icon';
import { Popover } from '../../frame/Popover';
import { FilterChips } from './filter/FilterChips';
import { SearchBox } from './filter/SearchBox';
import { useDensity } from './model/useDensity';
import { layoutsOf } from './model/listPlan';
import { idsOf, type Selection } from './model/selection';
import type { ListQuestion } from './model/useListQuestion';
import type { ListViews } from './model/useListViews';
import { ViewStrip } from './saved/ViewStrip';

const ColumnChooser = lazy(() => import('./table/ColumnChooser'));
const DensityChooser = lazy(() => import('./table/DensityChooser'));
const LayoutChooser = lazy(() => import('./LayoutChooser'));
const DownloadPanel = lazy(() => import('./export/DownloadPanel'));

interface ToolbarProps {
  readonly question: ListQuestion;
  /** Null while nobody knows it. */
  readonly total: number | null;
  readonly selection: Selection;
  /** Where views of this list are stored. */
  readonly saved: ListViews | undefined;
  readonly children?: ReactNode;
}

/** The workspace of a list as a condition. */
const withinOf = ({ within }: ListQuestion['describing']): Filter | null =>
  within ? { field: within.field, op: 'eq', value: within.id } : null;

const Tools = ({ question, total, selection }: Pick<ToolbarProps, 'question' | 'total' | 'selection'>) => {
  const { t } = useWords();
  const grants = useGrants();
  const [density, setDensity] = useDensity();
  const { plan, describing, state, change } = question;
  const layouts = layoutsOf(plan);
  return (
    <>
      {layouts.length > 1 || plan.groups.length > 0 ? (
        <Popover label={t('list.layout.title')} button={<Icon name="board" />} pressed={state.as !== 'table' || state.group !== null}>
          {() => <LayoutChooser layouts={layouts} describing={describing} plan={plan} chosen={state} onChange={change} />}
        </Popover>
      ) : null}
      <Popover
        label={t('list.columns.title')}
        button={<Icon name="columns" />}
        pressed={state.columns !== null || state.pinned.length > 0 || Object.keys(state.widths).length > 0}
      >
        {() => (
          <ColumnChooser plan={plan} describing={describing} chosen={state} onChange={(chosen) => change(chosen, { replace: true })} />
        )}
      </Popover>
      <Popover label={t('list.density.title')} className="list-button list-density" button={<Icon name="density" />}>
        {() => <DensityChooser density={density} onChange={setDensity} />}
      </Popover>
      {takesFiles(grants) ? (
        <Popover label={t('list.export.title')} button={<Icon name="download" />}>
          {() => <DownloadPanel question={question} total={total} chosen={idsOf(selection)} />}
        </Popover>
      ) : null}
    </>
  );
};

/** One row: the views as tabs, search, filters, then columns, density and export at the right. */
export const Toolbar = memo(({ question, total, selection, saved, children }: ToolbarProps) => {
  const { t } = useWords();
  const { plan, describing, state, change } = question;
  const { resource } = plan;
  return (
    <div className="list-toolbar" role="group" aria-label={t('list.toolbar')}>
      {saved ? <ViewStrip resource={resource} saved={saved} within={withinOf(describing)} /> : null}
      {resource.list.search?.length ? (
        <SearchBox q={state.q} change={change} label={t('list.search.label', { what: t(`${resource.name}.titles.list`) })} />
      ) : null}
      <FilterChips plan={plan} describing={describing} filter={state.filter} onChange={(next) => change({ filter: next })} />
      <span className="list-tools">
        <Tools question={question} total={total} selection={selection} />
        {children}
      </span>
    </div>
  );
});
Toolbar.displayName = 'Toolbar';

import { lazy, type ReactNode } from 'react';
import type { Filter } from '@/schema';
import { useWords } from '../useWords';
import type { Describing } from './describeFilter';
import { FilterChips } from './FilterChips';
import { Icon } from './Icon';
import type { Column, ListPlan } from './listPlan';
import type { ListState, Sort } from './listState';
import { Popover } from './Popover';
import { isShown } from './savedState';
import { SearchBox } from './SearchBox';
import { toCrudFilters, toCrudSorters } from './toCrud';
import type { Density } from './useDensity';
import type { ChangeList } from './useListState';
import type { SavedViews } from './useSavedViews';

const SavedViewsPanel = lazy(() => import('./SavedViewsPanel'));
const ColumnChooser = lazy(() => import('./ColumnChooser'));
const DensityChooser = lazy(() => import('./DensityChooser'));
const ExportPanel = lazy(() => import('./ExportPanel'));

interface ToolbarProps {
  readonly plan: ListPlan;
  readonly describing: Describing;
  readonly state: ListState;
  readonly change: ChangeList;
  readonly shown: readonly Column[];
  readonly filter: Filter | null;
  readonly sort: readonly Sort[];
  readonly total: number;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
  /** The views that the person keeps of this list, where any are kept. */
  readonly saved?: SavedViews | undefined;
  readonly children?: ReactNode;
}

/** One row: search, filters, then columns, density and export at the right. */
export const Toolbar = ({ plan, describing, state, change, shown, filter, sort, total, density, onDensity, saved, children }: ToolbarProps) => {
  const { t } = useWords();
  const { resource } = plan;
  const current = saved?.views.find((view) => isShown(view.state, state, resource));
  return (
    <div className="list-toolbar" role="group" aria-label={t('list.toolbar')}>
      {saved ? (
        <Popover label={t('list.views.title')} className="list-button list-views-button" pressed={current !== undefined} button={<><Icon name="bookmark" /><span>{current?.name ?? t('list.views.short')}</span></>}>
          {(close) => <SavedViewsPanel resource={resource} saved={saved} current={current} state={state} change={change} density={density} onDensity={onDensity} onClose={close} />}
        </Popover>
      ) : null}
      {resource.list.search?.length ? <SearchBox q={state.q} change={change} label={t('list.search.label', { what: t(`${resource.name}.titles.list`) })} /> : null}
      <FilterChips plan={plan} describing={describing} filter={state.filter} onChange={(next) => change({ filter: next })} />
      <span className="list-tools">
        <Popover label={t('list.columns.title')} button={<Icon name="columns" />} pressed={state.columns !== null}>
          {() => <ColumnChooser plan={plan} describing={describing} chosen={state.columns} onChange={(columns) => change({ columns }, { replace: true })} />}
        </Popover>
        <Popover label={t('list.density.title')} button={<Icon name="density" />}>
          {() => <DensityChooser density={density} onChange={onDensity} />}
        </Popover>
        <Popover label={t('list.export.title')} button={<Icon name="download" />}>
          {() => <ExportPanel plan={plan} describing={describing} columns={shown} filters={toCrudFilters(filter)} sorters={toCrudSorters(sort)} search={state.q} total={total} />}
        </Popover>
        {children}
      </span>
    </div>
  );
};

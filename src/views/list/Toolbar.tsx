import { lazy, memo, type ReactNode } from 'react';
import type { Filter } from '@/schema';
import { useWords } from '../../fields/kit/useWords';
import type { Describing } from './filter/describeFilter';
import { FilterChips } from './filter/FilterChips';
import { Icon } from '../../frame/Icon';
import type { Column, ListPlan } from './model/listPlan';
import type { ListState, Sort } from './model/listState';
import { Popover } from '../../frame/Popover';
import { SearchBox } from './filter/SearchBox';
import { toCrudFilters, toCrudSorters } from './model/toCrud';
import type { Density } from './table/useDensity';
import type { ChangeList } from './model/useListState';
import { ViewStrip } from './saved/ViewStrip';

const ColumnChooser = lazy(() => import('./table/ColumnChooser'));
const DensityChooser = lazy(() => import('./table/DensityChooser'));
const ExportPanel = lazy(() => import('./export/ExportPanel'));

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
  /** Whether a person keeps views of this list. */
  readonly keepsViews?: boolean;
  readonly children?: ReactNode;
}

/** One row: the views as tabs, search, filters, then columns, density and export at the right. */
export const Toolbar = memo(
  ({ plan, describing, state, change, shown, filter, sort, total, density, onDensity, keepsViews = false, children }: ToolbarProps) => {
    const { t } = useWords();
    const { resource } = plan;
    return (
      <div className="list-toolbar" role="group" aria-label={t('list.toolbar')}>
        {keepsViews ? <ViewStrip resource={resource} state={state} change={change} density={density} onDensity={onDensity} /> : null}
        {resource.list.search?.length ? (
          <SearchBox q={state.q} change={change} label={t('list.search.label', { what: t(`${resource.name}.titles.list`) })} />
        ) : null}
        <FilterChips plan={plan} describing={describing} filter={state.filter} onChange={(next) => change({ filter: next })} />
        <span className="list-tools">
          <Popover label={t('list.columns.title')} button={<Icon name="columns" />} pressed={state.columns !== null}>
            {() => (
              <ColumnChooser
                plan={plan}
                describing={describing}
                chosen={state.columns}
                onChange={(columns) => change({ columns }, { replace: true })}
              />
            )}
          </Popover>
          <Popover label={t('list.density.title')} button={<Icon name="density" />}>
            {() => <DensityChooser density={density} onChange={onDensity} />}
          </Popover>
          <Popover label={t('list.export.title')} button={<Icon name="download" />}>
            {() => (
              <ExportPanel
                plan={plan}
                describing={describing}
                columns={shown}
                filters={toCrudFilters(filter)}
                sorters={toCrudSorters(sort)}
                search={state.q}
                total={total}
              />
            )}
          </Popover>
          {children}
        </span>
      </div>
    );
  },
);
Toolbar.displayName = 'Toolbar';

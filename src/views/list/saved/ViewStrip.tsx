import { lazy } from 'react';
import type { AnyResource } from '@/schema';
import { useWords } from '../../../fields/kit/useWords';
import { applyView } from './applyView';
import { Icon } from '../../../frame/Icon';
import type { ListState } from '../model/listState';
import { Popover } from '../../../frame/Popover';
import { isAsDeclared, isShown } from './savedState';
import type { Density } from '../table/useDensity';
import type { ChangeList } from '../model/useListState';
import { useDefaultView, useSavedViews, type SavedView } from './useSavedViews';
import { ViewTabs } from './ViewTabs';

const SavedViewsPanel = lazy(() => import('./SavedViewsPanel'));

interface ViewStripProps {
  readonly resource: AnyResource;
  readonly state: ListState;
  readonly change: ChangeList;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
}
/** The views of a list as tabs, and the panel where they are kept; nothing where nothing keeps any. */
export const ViewStrip = ({ resource, state, change, density, onDensity }: ViewStripProps) => {
  const { t } = useWords();
  const saved = useSavedViews(resource);
  useDefaultView({ resource, saved, state, change, onDensity });
  if (!saved) return null;
  const current = saved.views.find((view) => isShown(view.state, state, resource));
  const apply = (view: SavedView | null): void => applyView({ resource, saved, state, change, onDensity }, view);
  return (
    <span className="list-views-strip">
      {saved.views.length > 0 ? <ViewTabs views={saved.views} current={current} isStandard={isAsDeclared(state)} onApply={apply} /> : null}
      <Popover
        label={t('list.views.title')}
        className="list-button list-views-button"
        button={
          <>
            <Icon name="bookmark" />
            {saved.views.length > 0 ? null : <span>{t('list.views.short')}</span>}
          </>
        }
      >
        {(close) => (
          <SavedViewsPanel
            resource={resource}
            saved={saved}
            current={current}
            state={state}
            density={density}
            onApply={apply}
            onClose={close}
          />
        )}
      </Popover>
    </span>
  );
};

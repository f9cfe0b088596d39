import { lazy } from 'react';
import type { AnyResource, Filter } from '@/schema';
import { useGrants } from '../../../fields/kit/AppContext';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import { Popover } from '../../../frame/Popover';
import type { ListViews } from '../model/useListViews';
import { ViewTabs } from './ViewTabs';

const SavedViewsPanel = lazy(() => import('./SavedViewsPanel'));

/** The views of a list as tabs, and the panel that manages them. */
export const ViewStrip = ({
  resource,
  saved,
  within,
}: {
  readonly resource: AnyResource;
  readonly saved: ListViews;
  readonly within: Filter | null;
}) => {
  const { t } = useWords();
  const { isLook = false } = useGrants();
  const isAny = saved.views.length + saved.presets.length > 0;
  return (
    <span className="list-views-strip">
      {isAny ? <ViewTabs resource={resource} saved={saved} within={within} /> : null}
      {isLook ? null : (
        <Popover
          label={t('list.views.title')}
          className="list-button list-views-button"
          button={
            <>
              <Icon name="bookmark" />
              {isAny ? null : <span>{t('list.views.short')}</span>}
            </>
          }
        >
          {(close) => <SavedViewsPanel resource={resource} saved={saved} onClose={close} />}
        </Popover>
      )}
    </span>
  );
};

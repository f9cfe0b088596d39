import { useEffect, useRef } from 'react';
import { useWords } from '../../../fields/kit/useWords';
import type { SavedView } from './useSavedViews';

interface ViewTabsProps {
  readonly views: readonly SavedView[];
  /** The view whose list is on screen. */
  readonly current: SavedView | undefined;
  /** Nothing is chosen: the list is as declared. */
  readonly isStandard: boolean;
  readonly onApply: (view: SavedView | null) => void;
}
/** The views of a list side by side, each a press away: the declared one, then those that the person keeps. */
export const ViewTabs = ({ views, current, isStandard, onApply }: ViewTabsProps) => {
  const { t } = useWords();
  const strip = useRef<HTMLDivElement>(null);
  const shown = current?.id;
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (tab && strip.current) strip.current.scrollLeft = tab.offsetLeft + tab.offsetWidth - strip.current.clientWidth;
  }, [shown, views]);
  return (
    <div ref={strip} className="list-tabs" role="group" aria-label={t('list.views.title')}>
      <button type="button" aria-current={isStandard || undefined} onClick={() => onApply(null)}>
        {t('list.views.tab')}
      </button>
      {views.map((view) => (
        <button key={view.id} type="button" aria-current={view.id === shown || undefined} onClick={() => onApply(view)}>
          {view.name}
        </button>
      ))}
    </div>
  );
};

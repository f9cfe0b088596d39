import { useEffect, useRef } from 'react';
import { useWords } from '../../../fields/kit/useWords';
import type { ListViews } from '../model/useListViews';

/** The views of a list as tabs: the declared one, then the person's own. */
export const ViewTabs = ({ saved: { views, current, isStandard, apply } }: { readonly saved: ListViews }) => {
  const { t } = useWords();
  const strip = useRef<HTMLDivElement>(null);
  const shown = current?.id;
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (tab && strip.current) strip.current.scrollLeft = tab.offsetLeft + tab.offsetWidth - strip.current.clientWidth;
  }, [shown, views]);
  return (
    <div ref={strip} className="list-tabs" role="group" aria-label={t('list.views.title')}>
      <button type="button" aria-current={isStandard || undefined} onClick={() => apply(null)}>
        {t('list.views.tab')}
      </button>
      {views.map((view) => (
        <button key={view.id} type="button" aria-current={view.id === shown || undefined} onClick={() => apply(view)}>
          {view.name}
        </button>
      ))}
    </div>
  );
};

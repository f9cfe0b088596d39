import { useEffect, useRef } from 'react';
import type { AnyResource, Filter } from '@/schema';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import type { ListViews } from '../model/useListViews';
import { PresetCount } from './PresetCount';

interface ViewTabsProps {
  readonly resource: AnyResource;
  readonly saved: ListViews;
  /** The workspace of the list, in which presets say how many they have. */
  readonly within: Filter | null;
}
/** The views of a list as tabs: the declared one, the conditions of every day, then the person's own and shared ones. */
export const ViewTabs = ({ resource, saved, within }: ViewTabsProps) => {
  const { views, current, isStandard, presets, preset, apply, applyPreset } = saved;
  const { t } = useWords();
  const strip = useRef<HTMLDivElement>(null);
  const shown = current?.id;
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (tab && strip.current) strip.current.scrollLeft = tab.offsetLeft + tab.offsetWidth - strip.current.clientWidth;
  }, [shown, preset, views]);
  return (
    <div ref={strip} className="list-tabs" role="group" aria-label={t('list.views.title')}>
      <button type="button" aria-current={isStandard || undefined} onClick={() => apply(null)}>
        {t('list.views.tab')}
      </button>
      {presets.map((each) => (
        <button key={each.name} type="button" aria-current={each === preset || undefined} onClick={() => applyPreset(each)}>
          {t(`${resource.name}.presets.${each.name}`)}{' '}
          {within ? <PresetCount resource={resource} filter={each.filter} within={within} /> : null}
        </button>
      ))}
      {views.map((view) => (
        <button key={view.id} type="button" aria-current={(!preset && view.id === shown) || undefined} onClick={() => apply(view)}>
          {view.name}
          {view.isOwn ? null : <Icon name="people" />}
        </button>
      ))}
    </div>
  );
};

import type { HttpError } from '@refinedev/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { AnyResource } from '@/schema';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import type { ListViews } from '../model/useListViews';
import type { SavedView } from '../model/useSavedViews';
import { NameForm } from './NameForm';
import { SavedViewItem, type Doing } from './SavedViewItem';
import { useKeepViews } from './useKeepViews';

interface SavedViewsPanelProps {
  readonly resource: AnyResource;
  readonly saved: ListViews;
  readonly onClose: () => void;
}
/** The error of the server about a view: on its name, or on the whole. */
const reasonOf = ({ message, errors }: HttpError): string =>
  Object.values(errors ?? {})
    .flat()
    .find((each) => typeof each === 'string') ?? message;

/** Applies, saves, renames and deletes the views of a list, and sets the default. */
export default function SavedViewsPanel({ resource, saved, onClose }: SavedViewsPanelProps) {
  const { t } = useWords();
  const title = useId();
  const [doing, setDoing] = useState<{ readonly what: Doing; readonly id: number }>();
  const [problem, setProblem] = useState<string>();
  const panel = useRef<HTMLDivElement>(null);
  const keeping = useKeepViews(resource);

  // The pressed button may be gone after a change: the panel keeps the focus.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement.contains(panel.current)) panel.current?.querySelector<HTMLElement>('button')?.focus();
  });

  const attempt = async (work: Promise<unknown>): Promise<void> => {
    setProblem(undefined);
    try {
      await work;
      setDoing(undefined);
    } catch (error) {
      setProblem(reasonOf(error as HttpError));
    }
  };
  const apply = (view: SavedView | null): void => {
    saved.apply(view);
    onClose();
  };
  const save = (name: string): void => {
    const same = saved.views.find((view) => view.isOwn && view.name === name);
    void attempt(same ? keeping.change(same, { state: saved.shown }) : keeping.save(name, saved.shown));
  };

  return (
    <div ref={panel} className="list-views">
      <p id={title} className="list-views-title">
        {t('list.views.title')}
      </p>
      <ul aria-labelledby={title}>
        <li>
          <button type="button" className="list-views-name" aria-current={saved.isStandard || undefined} onClick={() => apply(null)}>
            {saved.isStandard ? <Icon name="check" /> : null}
            {t('list.views.standard')}
          </button>
        </li>
        {saved.views.map((view) => (
          <SavedViewItem
            key={view.id}
            view={view}
            isCurrent={saved.current?.id === view.id}
            doing={doing?.id === view.id ? doing.what : null}
            onDo={(what) => setDoing({ what, id: view.id })}
            onApply={() => apply(view)}
            onChange={(change) => void attempt(keeping.change(view, change))}
            onRemove={() => void attempt(keeping.remove(view))}
          />
        ))}
      </ul>
      {saved.isKnown && saved.views.length === 0 ? <p className="list-views-none">{t('list.views.none')}</p> : null}
      {problem ? (
        <p className="form-field-error" role="alert">
          {problem}
        </p>
      ) : null}
      <NameForm key={saved.views.length} label={t('list.views.name')} start="" accept={t('list.views.save')} onSave={save} />
    </div>
  );
}

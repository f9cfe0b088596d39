import { failureOf } from '@/fields/kit/failureOf';
import type { HttpError } from '@refinedev/core';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import type { AnyResource } from '@/schema';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import type { ListState } from '../model/listState';
import { isAsDeclared, toSaved } from './savedState';
import type { Density } from '../table/useDensity';
import { useKeepViews, type SavedView, type SavedViews } from './useSavedViews';

interface SavedViewsPanelProps {
  readonly resource: AnyResource;
  readonly saved: SavedViews;
  /** The view whose list is on screen. */
  readonly current: SavedView | undefined;
  readonly state: ListState;
  readonly density: Density;
  readonly onApply: (view: SavedView | null) => void;
  readonly onClose: () => void;
}
/** What is being done to one view: its name typed anew, or its end confirmed. */
type Doing = { readonly what: 'rename' | 'delete'; readonly id: number } | null;

const NameForm = ({
  label,
  start,
  accept,
  onSave,
  onCancel,
}: {
  readonly label: string;
  readonly start: string;
  readonly accept: string;
  readonly onSave: (name: string) => void;
  readonly onCancel?: () => void;
}) => {
  const { t } = useWords();
  const [name, setName] = useState(start);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim()) onSave(name.trim());
  };
  return (
    <form className="list-views-form" onSubmit={send}>
      <input
        aria-label={label}
        placeholder={label}
        value={name}
        maxLength={80}
        autoComplete="off"
        autoFocus={onCancel !== undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="asd-button" aria-disabled={name.trim() ? undefined : true}>
        {accept}
      </button>
      {onCancel ? (
        <button type="button" className="list-button" onClick={onCancel}>
          {t('list.views.cancel')}
        </button>
      ) : null}
    </form>
  );
};

/** Applies, saves, renames and deletes the views of a list, and says with which one it opens. */
export default function SavedViewsPanel({ resource, saved, current, state, density, onApply, onClose }: SavedViewsPanelProps) {
  const { t } = useWords();
  const title = useId();
  const [doing, setDoing] = useState<Doing>(null);
  const [problem, setProblem] = useState<string>();
  const panel = useRef<HTMLDivElement>(null);
  const keeping = useKeepViews(resource);

  // What was pressed may be gone after a change: the panel keeps the keyboard.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement.contains(panel.current)) panel.current?.querySelector<HTMLElement>('button')?.focus();
  });

  const attempt = async (work: Promise<unknown>): Promise<void> => {
    setProblem(undefined);
    try {
      await work;
      setDoing(null);
    } catch (error) {
      const { message, errors } = failureOf(error);
      setProblem(
        Object.values(errors ?? {})
          .flat()
          .find((each) => typeof each === 'string') ?? message,
      );
    }
  };
  const apply = (view: SavedView | null): void => {
    onApply(view);
    onClose();
  };
  const save = (name: string): void => {
    const same = saved.views.find((view) => view.name === name);
    const shown = toSaved(state, density);
    void attempt(same ? keeping.change(same, { state: shown }) : keeping.save(name, shown));
  };

  return (
    <div ref={panel} className="list-views">
      <p id={title} className="list-views-title">
        {t('list.views.title')}
      </p>
      <ul aria-labelledby={title}>
        <li>
          <button type="button" className="list-views-name" aria-current={isAsDeclared(state) || undefined} onClick={() => apply(null)}>
            {isAsDeclared(state) ? <Icon name="check" /> : null}
            {t('list.views.standard')}
          </button>
        </li>
        {saved.views.map((view) => {
          const { id, name, isDefault } = view;
          if (doing?.id === id && doing.what === 'rename') {
            return (
              <li key={`${id} named`}>
                <NameForm
                  label={t('list.views.newName')}
                  start={name}
                  accept={t('list.views.accept')}
                  onCancel={() => setDoing(null)}
                  onSave={(next) => void attempt(keeping.change(view, { name: next }))}
                />
              </li>
            );
          }
          if (doing?.id === id) {
            return (
              <li key={`${id} going`} role="group" aria-label={t('list.views.sure', { name })}>
                <span className="list-views-name">{t('list.views.sure', { name })}</span>
                <button type="button" className="asd-button" autoFocus onClick={() => void attempt(keeping.remove(view))}>
                  {t('list.views.yes')}
                </button>
                <button type="button" className="list-button" onClick={() => setDoing(null)}>
                  {t('list.views.cancel')}
                </button>
              </li>
            );
          }
          return (
            <li key={id}>
              <button type="button" className="list-views-name" aria-current={current?.id === id || undefined} onClick={() => apply(view)}>
                {current?.id === id ? <Icon name="check" /> : null}
                <span>{name}</span>
                {isDefault ? <small>{t('list.views.default')}</small> : null}
              </button>
              <button
                type="button"
                className="list-button"
                title={t(isDefault ? 'list.views.dropDefault' : 'list.views.makeDefault', { name })}
                aria-pressed={isDefault}
                data-pressed={isDefault || undefined}
                onClick={() => void attempt(keeping.change(view, { is_default: !isDefault }))}
              >
                <Icon name="star" />
              </button>
              <button
                type="button"
                className="list-button"
                title={t('list.views.rename', { name })}
                onClick={() => setDoing({ what: 'rename', id })}
              >
                <Icon name="pencil" />
              </button>
              <button
                type="button"
                className="list-button"
                title={t('list.views.delete', { name })}
                onClick={() => setDoing({ what: 'delete', id })}
              >
                <Icon name="trash" />
              </button>
            </li>
          );
        })}
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

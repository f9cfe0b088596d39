import { useEffect, useId, useMemo, useRef, type ComponentType, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { fieldOf, type AnyResource } from '@/schema';
import { offeredFields } from '@/schema/project/setting';
import { noticesOf, settle } from '@/schema/project/zod';
import type { InputProps, Parent, Views } from '../../fields/kit/contracts';
import { fieldLabel } from '../../fields/kit/fieldLabel';
import { pathTo } from '../../fields/kit/paths';
import { useWords } from '../../fields/kit/useWords';
import { ChangedNotice } from './ChangedNotice';
import { ConflictDialog } from './ConflictDialog';
import type { Draft } from '../../fields/kit/draft';
import { ErrorSummary } from './ErrorSummary';
import { FormField } from './FormField';
import { LeaveGuard } from './LeaveGuard';
import { SaveBar } from './SaveBar';
import { SectionIndex } from './SectionIndex';
import { useRecordForm } from './useRecordForm';
import { useSavedNotice } from './useSavedNotice';
import '../values.css';
import './form.css';

export interface RecordFormProps {
  readonly resource: AnyResource;
  readonly id?: number | undefined;
  readonly parent?: Parent | undefined;
  /** Where a new record leads; to its own page when absent. */
  readonly leadsTo?: string | undefined;
  readonly record: Draft;
  readonly title: string;
  readonly context?: string | undefined;
  readonly reread?: (() => Promise<Draft | undefined>) | undefined;
  /** Inputs that the resource declares instead of the generated ones. */
  readonly inputs?: Views<AnyResource>['inputs'];
  /** What the resource declares to stand beside its form. */
  readonly aside?: Views<AnyResource>['aside'];
}
const manySections = 3;
const nothing: Draft = {};

const useSaveKey = (save: () => void): void => {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
};

/** A record as a form, new or stored. What is typed stays until it is saved, discarded or left on purpose. */
export const RecordForm = ({ resource, id, parent, leadsTo, record, title, context, reread, inputs, aside: Aside }: RecordFormProps) => {
  const words = useWords();
  const { t, maybe } = words;
  const form = useId();
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  const say = useSavedNotice(resource);
  const { field: via = '', id: owner } = parent ?? {};
  const fixed = useMemo(() => (resource.all[via] ? { [via]: owner } : nothing), [via, owner, resource]);
  const onSaved = (saved: number) => {
    isLeaving.current = true;
    say(id === undefined);
    void navigate(leadsTo ?? pathTo(resource, 'show', { id: saved, parent }));
  };
  const { state, draft, problems, names, ...live } = useRecordForm({ resource, id, record, fixed, reread, onSaved });
  useSaveKey(live.onSubmit);
  const settled = settle(resource, draft);
  const stored = id === undefined ? null : state.base;
  const offered = useMemo(() => offeredFields(resource, stored), [resource, stored]);
  const when = resource.when ?? {};
  const problemsAt = (name: string) => problems.filter(({ path }) => path === name || path.startsWith(`${name}.`));
  const notices = noticesOf(resource, settled);
  const noticesAt = (name: string) => notices.filter(({ path }) => path === name).map(({ message }) => t(message));
  const sections = Object.entries(resource.form)
    .map(([key, fields]) => ({ key, fields: fields.filter((name) => names.seen.includes(name) && (when[name]?.(settled) ?? true)) }))
    .filter(({ fields }) => fields.length > 0)
    .map(({ key, fields }) => ({
      id: `${form}-section-${key}`,
      title: t(`${resource.name}.sections.${key}`),
      fields,
      problems: fields.flatMap(problemsAt).length,
    }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    live.onSubmit();
  };
  return (
    <form className="form" noValidate onSubmit={submit} aria-labelledby={`${form}-title`}>
      <header className="form-head">
        <h1 id={`${form}-title`}>{title}</h1>
        {context ? <p>{context}</p> : null}
      </header>
      <ChangedNotice
        resource={resource}
        followed={state.followed}
        collided={Object.keys(state.collisions)}
        onCompare={live.onCompare}
        onDismiss={live.onNoticed}
      />
      <ErrorSummary form={form} resource={resource} problems={problems} attempt={live.attempt} />
      <div className="form-body" data-indexed={sections.length > manySections || undefined} data-beside={Aside ? true : undefined}>
        {sections.length > manySections ? <SectionIndex sections={sections} /> : null}
        <div className="form-sections">
          {sections.map((section) => (
            <section key={section.id} id={section.id} className="form-section" aria-labelledby={`${section.id}-title`}>
              <h2 id={`${section.id}-title`}>{section.title}</h2>
              {section.fields.map((name) => (
                <FormField
                  key={name}
                  form={form}
                  name={name}
                  field={offered[name] ?? fieldOf(resource, name)}
                  place={{ resource: resource.name, name }}
                  label={fieldLabel(words, resource, name)}
                  help={maybe(`${resource.name}.help.${name}`)}
                  draft={draft}
                  isLocked={!names.open.has(name)}
                  isChanged={id !== undefined && live.changed.includes(name)}
                  problems={problemsAt(name)}
                  notices={noticesAt(name)}
                  onChange={live.onChange}
                  Input={(inputs as Readonly<Record<string, ComponentType<InputProps>>> | undefined)?.[name]}
                />
              ))}
            </section>
          ))}
        </div>
        {Aside ? (
          <aside className="form-aside" aria-label={t('form.preview')}>
            <Aside resource={resource} draft={settled as never} />
          </aside>
        ) : null}
      </div>
      <SaveBar
        changed={live.changed.length}
        isNew={live.isNew}
        isSaving={live.isSaving}
        onDiscard={live.onDiscard}
        onCancel={() => void navigate(pathTo(resource, id === undefined ? 'list' : 'show', { id, parent }))}
      />
      <LeaveGuard isDirty={live.changed.length > 0} isLeaving={isLeaving} />
      {live.isComparing ? (
        <ConflictDialog
          resource={resource}
          state={state}
          isSaving={live.isSaving}
          onResolve={live.onResolve}
          onCancel={live.onStopComparing}
        />
      ) : null}
    </form>
  );
};

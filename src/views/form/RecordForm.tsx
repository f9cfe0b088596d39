import { useId, useRef, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import type { AnyResource } from '@/schema';
import type { Parent, Views } from '../../fields/kit/contracts';
import type { Draft } from '../../fields/kit/draft';
import { fieldsPath, pathTo } from '../../fields/kit/paths';
import { PresentPeople } from '../present/PresentPeople';
import { ChangedNotice } from './ChangedNotice';
import { ConflictDialog } from './ConflictDialog';
import { ErrorSummary } from './ErrorSummary';
import { FormBody } from './FormBody';
import { LeaveGuard } from './LeaveGuard';
import { SaveBar } from './SaveBar';
import { useFormModel } from './useFormModel';
import { useSavedNotice } from './useSavedNotice';
import { useSaveKey } from './useSaveKey';
import '../values.css';
import './form.css';

export interface RecordFormProps {
  readonly resource: AnyResource;
  readonly id?: number | undefined;
  readonly parent?: Parent | undefined;
  /** Where to go after creating a record; to its page by default. */
  readonly leadsTo?: string | undefined;
  readonly record: Draft;
  readonly title: string;
  readonly context?: string | undefined;
  readonly reread?: (() => Promise<Draft | undefined>) | undefined;
  /** Inputs that the resource declares instead of the generated ones. */
  readonly inputs?: Views<AnyResource>['inputs'];
  /** The resource's own content at the side of its form. */
  readonly aside?: Views<AnyResource>['aside'];
}

/** A record as a form, new or stored. Typed values stay until they are saved, discarded or left on purpose. */
export const RecordForm = (props: RecordFormProps) => {
  const { resource, id, parent, leadsTo, record, title, context, reread, inputs, aside } = props;
  const formId = useId();
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  const say = useSavedNotice(resource);
  const onSaved = (saved: number): void => {
    isLeaving.current = true;
    say(id === undefined);
    void navigate(leadsTo ?? (id === undefined ? pathTo(resource, 'show', { id: saved, parent }) : fieldsPath(resource, { id, parent })));
  };
  const form = useFormModel({ resource, id, parent, record, reread, onSaved });
  useSaveKey(form.save);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    form.save();
  };
  return (
    <form className="form" noValidate onSubmit={submit} aria-labelledby={`${formId}--title`}>
      <header className="form-head">
        <h1 id={`${formId}--title`}>{title}</h1>
        {context ? <p>{context}</p> : null}
        {id === undefined ? null : <PresentPeople resource={resource.name} id={id} isEditing />}
      </header>
      <ChangedNotice resource={resource} {...form.others} onCompare={form.compare} onDismiss={form.dismiss} />
      <ErrorSummary form={formId} resource={resource} problems={form.problems} attempt={form.attempt} />
      <FormBody id={formId} form={form} inputs={inputs} aside={aside} />
      <SaveBar
        changed={form.changed.length}
        isNew={form.isNew}
        isSaving={form.isSaving}
        onDiscard={form.discard}
        onCancel={() => void navigate(id === undefined ? pathTo(resource, 'list', { parent }) : fieldsPath(resource, { id, parent }))}
      />
      <LeaveGuard isDirty={form.changed.length > 0} isLeaving={isLeaving} />
      {form.conflict ? (
        <ConflictDialog
          resource={resource}
          state={form.conflict}
          isSaving={form.isSaving}
          onResolve={form.resolve}
          onCancel={form.goBack}
        />
      ) : null}
    </form>
  );
};

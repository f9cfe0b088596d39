import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { isWritable, type AnyResource } from '@/schema';
import { keyIn } from '@/schema/unknown';
import { offers } from '@/schema/project/access';
import { wordsOf } from '@/schema/errorCodes';
import { fixedBy } from '@/schema/project/fixed';
import { useGrants, useRegistry } from '../../fields/kit/AppContext';
import { allowsRow } from '../allowsRow';
import type { Parent } from '../../fields/kit/contracts';
import { RecordProblem } from '../states/RecordProblem';
import { RecordSkeleton } from '../states/RecordSkeleton';
import { useRecord } from '../useRecord';
import { useViews } from '../useViews';
import { useWords } from '../../fields/kit/useWords';
import { blankDraft, likeDraft, type Draft } from '../../fields/kit/draft';
import { RecordForm } from './RecordForm';

export interface FormViewProps {
  readonly resource: AnyResource;
  readonly id?: number | undefined;
  readonly parent?: Parent | undefined;
  /** Where to go after creating a record; to its page by default. */
  readonly leadsTo?: string | undefined;
}

/** The initial values that a link to a form passes on; only fields that a record of the resource has. */
const handedTo = (resource: AnyResource, state: unknown): Draft => {
  const draft = (state as { readonly draft?: Draft } | null)?.draft ?? {};
  return Object.fromEntries(Object.entries(draft).filter(([name]) => resource.all[name] && isWritable(resource.all[name])));
};

/** The address of a form says which record the new one is like: `?like=7`. */
const likeIn = (search: string): number | undefined => keyIn(new URLSearchParams(search).get('like') ?? undefined);

const CreateForm = (props: FormViewProps) => {
  const { search } = useLocation();
  const like = likeIn(search);
  return like === undefined ? <NewForm {...props} /> : <LikeForm key={like} {...props} id={like} />;
};

/** A new record with the values of another one. */
const LikeForm = ({ id, ...props }: FormViewProps & { readonly id: number }) => {
  const { resource, parent } = props;
  const registry = useRegistry();
  const { row, error, retry } = useRecord(resource, id, { parent, isFresh: true });
  const given = useMemo(() => row && likeDraft(resource, row, registry), [resource, row, registry]);
  if (!given) return error ? <RecordProblem resource={resource} error={error} parent={parent} onRetry={retry} /> : <RecordSkeleton />;
  return <NewForm {...props} given={given} />;
};

const none: Draft = {};
const NewForm = ({ resource, parent, leadsTo, given = none }: FormViewProps & { readonly given?: Draft }) => {
  const { t } = useWords();
  const { organizationid } = useGrants();
  const { field: via = '', id: owner } = parent ?? {};
  const { state } = useLocation() as { readonly state: unknown };
  const record = useMemo(
    () =>
      blankDraft(resource, {
        ...(resource.tenancy === 'own' && { organizationid }),
        ...given,
        ...handedTo(resource, state),
        ...(via && { [via]: owner }),
      }),
    [resource, organizationid, via, owner, state, given],
  );
  const views = useViews(resource);
  if (!views) return <RecordSkeleton />;
  return (
    <RecordForm
      resource={resource}
      parent={parent}
      leadsTo={leadsTo}
      record={record}
      inputs={views.inputs}
      aside={views.aside}
      title={t(`${resource.name}.titles.create`)}
    />
  );
};

const EditForm = ({ resource, id, parent }: FormViewProps & { readonly id: number }) => {
  const { t } = useWords();
  const grants = useGrants();
  const model = useRecord(resource, id, { parent, isFresh: true });
  const views = useViews(resource);
  const { row: record, error, retry, reread, title: context } = model;
  if (!record || !views)
    return error ? <RecordProblem resource={resource} error={error} parent={parent} onRetry={retry} /> : <RecordSkeleton />;
  const fixed = fixedBy(resource, 'edit', record);
  if (fixed) return <RecordProblem resource={resource} error={{ statusCode: 409, message: t(wordsOf(fixed)) }} parent={parent} />;
  if (!allowsRow(grants, 'edit', resource, record))
    return <RecordProblem resource={resource} error={{ statusCode: 403 }} parent={parent} />;
  return (
    <RecordForm
      resource={resource}
      id={id}
      parent={parent}
      record={record}
      inputs={views.inputs}
      aside={views.aside}
      title={t(`${resource.name}.titles.edit`)}
      context={context}
      reread={reread}
    />
  );
};

/**
 * The generated form of a resource: creates without an id, edits with one. Each record has its own form, so none shows another's values.
 */
export const FormView = ({ resource, id, parent, leadsTo }: FormViewProps) => {
  const grants = useGrants(),
    registry = useRegistry();
  if (!offers(grants, id === undefined ? 'create' : 'edit', resource, registry))
    return <RecordProblem resource={resource} error={{ statusCode: 403 }} parent={parent} />;
  return id === undefined ? (
    <CreateForm key={resource.name} resource={resource} parent={parent} leadsTo={leadsTo} />
  ) : (
    <EditForm key={`${resource.name}/${id}`} resource={resource} id={id} parent={parent} />
  );
};

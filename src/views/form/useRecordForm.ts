import { failureOf } from '@/fields/kit/failureOf';
import type { HttpError } from '@refinedev/core';
import { useCallback, useMemo, useReducer, useRef, useState } from 'react';
import { fieldOf, type AnyResource, pathOf } from '@/schema';
import { canSee, canWrite } from '@/schema/project/access';
import { useGrants, useRegistry } from '../../fields/kit/AppContext';
import { useWords } from '../../fields/kit/useWords';
import { changedNames, formNames, toChanges, toRecord, type Draft } from '../../fields/kit/draft';
import { draftOf, formReducer, openedOn, type FormState, type Side } from './formState';
import { inWords, problemsOf, refusalOf, type FormProblem } from './problems';
import { useSave } from './useSave';

export interface RecordFormOptions {
  readonly resource: AnyResource;
  readonly id?: number | undefined;
  /** What the form opened on; a newer one may arrive at any time. */
  readonly record: Draft;
  /** Values that the place fixes, such as the event of a workspace. */
  readonly fixed: Draft;
  readonly reread?: (() => Promise<Draft | undefined>) | undefined;
  readonly onSaved: (id: number) => void;
}
const conflict = 409;
const rootOf = (path: string): string => pathOf(path)[0];

/** Which fields of the form this person may see, and which of those they may write here. */
const useNames = (resource: AnyResource, isNew: boolean, fixed: Draft) => {
  const grants = useGrants();
  return useMemo(() => {
    const seen = formNames(resource).filter((name) => resource.all[name] && canSee(grants, resource.all[name]));
    const open = seen.filter(
      (name) =>
        canWrite(grants, fieldOf(resource, name)) && (isNew || !fieldOf(resource, name).options.createOnly) && !Object.hasOwn(fixed, name),
    );
    return { seen, open: new Set(open) };
  }, [resource, grants, isNew, fixed]);
};

/** The life of a form: what was read, typed, refused, changed by others and saved. */
export const useRecordForm = ({ resource, id, record, fixed, reread, onSaved }: RecordFormOptions) => {
  const isNew = id === undefined;
  const registry = useRegistry();
  const grants = useGrants();
  const words = useWords();
  const reduce = useMemo(() => formReducer(resource, registry), [resource, registry]);
  const [state, dispatch] = useReducer(reduce, record, openedOn);
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [isComparing, setIsComparing] = useState(false);
  const arrived = useRef(record);
  // Between the answer and the next screen the form still stands there; pressing again would write the record twice.
  const isSent = useRef(false);
  const { save, isSaving } = useSave(resource, id);
  const names = useNames(resource, isNew, fixed);
  if (arrived.current !== record) {
    arrived.current = record;
    dispatch({ type: 'arrived', record });
  }
  const draft = draftOf(state);
  const typedNames = Object.keys(state.edits).filter((name) => resource.all[name]);
  const changed = changedNames(resource, registry, state.base, draft, typedNames);

  const refuse = (found: readonly FormProblem[]) => {
    setProblems(found);
    setAttempt((count) => count + 1);
  };
  const send = async (values: Draft, from: FormState): Promise<void> => {
    if (isSent.current) return;
    isSent.current = true;
    try {
      const version = isNew || !('version' in from.base) ? {} : { version: from.base['version'] };
      const saved = await save({ ...values, ...version });
      onSaved(Number(saved[resource.key] ?? saved.id ?? id));
    } catch (error) {
      isSent.current = false;
      await refused(failureOf(error), from);
    }
  };
  const refused = async (error: HttpError, from: FormState): Promise<void> => {
    const fresh = error.statusCode === conflict && !isNew ? await reread?.() : undefined;
    if (!fresh || fresh['version'] === from.base['version']) return refuse(refusalOf(words, error));
    dispatch({ type: 'arrived', record: fresh });
    setIsComparing(true);
  };
  const submit = async (from: FormState): Promise<void> => {
    const current = draftOf(from);
    const open = [...names.open];
    const values = isNew
      ? { ...toRecord(resource, registry, current, open), ...fixed }
      : toChanges(resource, registry, from.base, current, open);
    const found = problemsOf({ resource, registry, grants, values, record: { ...current, ...values }, isNew }).map((problem) =>
      inWords(words, problem),
    );
    if (found.length > 0) {
      setIsComparing(false);
      return refuse(found);
    }
    setProblems([]);
    return !isNew && Object.keys(values).length === 0 ? onSaved(id) : send(values, from);
  };

  const onChange = useCallback((name: string, value: unknown) => {
    dispatch({ type: 'typed', name, value });
    setProblems((before) =>
      before.some(({ path }) => rootOf(path) === name) ? before.filter(({ path }) => rootOf(path) !== name) : before,
    );
  }, []);
  return {
    state,
    draft,
    problems,
    attempt,
    changed,
    names,
    isNew,
    isSaving,
    isComparing,
    onChange,
    onSubmit: () => {
      if (!isSaving) {
        if (Object.keys(state.collisions).length > 0) setIsComparing(true);
        else void submit(state);
      }
    },
    onResolve: (sides: Readonly<Record<string, Side>>) => {
      const next = reduce(state, { type: 'resolved', sides });
      dispatch({ type: 'resolved', sides });
      void submit(next).finally(() => setIsComparing(false));
    },
    onCompare: () => setIsComparing(true),
    onStopComparing: () => setIsComparing(false),
    onNoticed: () => dispatch({ type: 'noticed' }),
    onDiscard: () => {
      dispatch({ type: 'discarded' });
      setProblems([]);
    },
  };
};

import { failureOf } from '@/fields/kit/failureOf';
import type { HttpError } from '@refinedev/core';
import { useCallback, useMemo, useReducer, useRef, useState } from 'react';
import { type AnyResource, pathOf } from '@/schema';
import { canChoose, canRead, canWrite } from '@/schema/project/access';
import { offeredFields } from '@/schema/project/setting';
import { settle } from '@/schema/project/zod';
import { useGrants, useRegistry } from '../../fields/kit/AppContext';
import type { Parent } from '../../fields/kit/contracts';
import { useWords } from '../../fields/kit/useWords';
import { changedNames, formNames, toChanges, toRecord, type Draft } from '../../fields/kit/draft';
import { formSections, type FormSection } from './formSections';
import { draftOf, formReducer, openedOn, type FormState, type Side } from './formState';
import { inWords, problemsOf, refusalOf, type FormProblem } from './problems';
import { useSave } from './useSave';

export interface FormModelOptions {
  readonly resource: AnyResource;
  /** The record that is changed; a new one is made without it. */
  readonly id?: number | undefined;
  /** The workspace: what it says of a record is not asked. */
  readonly parent?: Parent | undefined;
  /** What the form opened on; a newer one may arrive at any time. */
  readonly record: Draft;
  readonly reread?: (() => Promise<Draft | undefined>) | undefined;
  readonly onSaved: (id: number) => void;
}
/** A form without its drawing: what is typed, what is wrong with it, what others changed, and the way to save. */
export interface FormModel {
  readonly resource: AnyResource;
  readonly isNew: boolean;
  /** What is typed, over what was read. */
  readonly draft: Draft;
  /** The same as it would be saved: what no longer applies is empty. */
  readonly settled: Draft;
  readonly sections: readonly FormSection[];
  readonly problems: readonly FormProblem[];
  /** Counts refused saves. */
  readonly attempt: number;
  /** The fields that are not saved yet. */
  readonly changed: readonly string[];
  /** What somebody else saved meanwhile: taken over, or changed here too. */
  readonly others: { readonly followed: readonly string[]; readonly collided: readonly string[] };
  /** Both versions, while they are compared. */
  readonly conflict: FormState | null;
  readonly isSaving: boolean;
  readonly type: (name: string, value: unknown) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly compare: () => void;
  /** Saves with the chosen side of every collision. */
  readonly resolve: (sides: Readonly<Record<string, Side>>) => void;
  /** Goes back from comparing to typing. */
  readonly goBack: () => void;
  /** Has read what others changed. */
  readonly dismiss: () => void;
}

const nothing: Draft = {};
const conflict = 409;
const rootOf = (path: string): string => pathOf(path)[0];

/** Which fields of the form this person may see, and which of those they may write here. */
const useNames = (resource: AnyResource, isNew: boolean, fixed: Draft) => {
  const grants = useGrants(),
    registry = useRegistry();
  return useMemo(() => {
    const isLeft = (name: string): boolean => isNew && !Object.hasOwn(fixed, name); // nothing is there yet that a closed choice could show
    const seen = formNames(resource).filter((name) => {
      const field = resource.all[name];
      return field && canRead(grants, field, registry) && (!isLeft(name) || canChoose(grants, field, registry));
    });
    const open = seen.filter((name) => {
      const field = resource.all[name]!;
      const isOpen = canWrite(grants, field) && canChoose(grants, field, registry);
      return isOpen && (isNew || !field.options.createOnly) && !Object.hasOwn(fixed, name);
    });
    return { seen, open: new Set(open) };
  }, [resource, grants, registry, isNew, fixed]);
};

/** Values that the place fixes, such as the event of a workspace. */
const useFixed = (resource: AnyResource, { field: via = '', id: owner }: Partial<Parent> = {}): Draft =>
  useMemo(() => (resource.all[via] ? { [via]: owner } : nothing), [via, owner, resource]);

/** The life of a form: what was read, typed, refused, changed by others and saved. */
export const useFormModel = ({ resource, id, parent, record, reread, onSaved }: FormModelOptions): FormModel => {
  const isNew = id === undefined;
  const fixed = useFixed(resource, parent);
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
  const settled = settle(resource, draft);
  const stored = isNew ? null : state.base;
  const offered = useMemo(() => offeredFields(resource, stored), [resource, stored]);
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

  const type = useCallback((name: string, value: unknown) => {
    dispatch({ type: 'typed', name, value });
    setProblems((before) =>
      before.some(({ path }) => rootOf(path) === name) ? before.filter(({ path }) => rootOf(path) !== name) : before,
    );
  }, []);
  return {
    resource,
    isNew,
    draft,
    settled,
    sections: formSections({
      resource,
      words,
      seen: names.seen,
      open: names.open,
      settled,
      changed: isNew ? [] : changed,
      problems,
      offered,
    }),
    problems,
    attempt,
    changed,
    others: { followed: state.followed, collided: Object.keys(state.collisions) },
    conflict: isComparing ? state : null,
    isSaving,
    type,
    save: () => {
      if (isSaving) return;
      if (Object.keys(state.collisions).length > 0) setIsComparing(true);
      else void submit(state);
    },
    discard: () => {
      dispatch({ type: 'discarded' });
      setProblems([]);
    },
    compare: () => setIsComparing(true),
    resolve: (sides) => {
      const next = reduce(state, { type: 'resolved', sides });
      dispatch({ type: 'resolved', sides });
      void submit(next).finally(() => setIsComparing(false));
    },
    goBack: () => setIsComparing(false),
    dismiss: () => dispatch({ type: 'noticed' }),
  };
};

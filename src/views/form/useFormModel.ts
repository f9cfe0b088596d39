import { failureOf } from '@/fields/kit/failureOf';
import type { HttpError } from '@refinedev/core';
import { useCallback, useMemo, useReducer, useRef, useState } from 'react';
import { fieldOf, type AnyResource, pathOf } from '@/schema';
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
  /** The record to edit; absent for a new one. */
  readonly id?: number | undefined;
  /** The workspace: its values are not asked for. */
  readonly parent?: Parent | undefined;
  /** The record with which the form opened; a newer one may arrive at any time. */
  readonly record: Draft;
  readonly reread?: (() => Promise<Draft | undefined>) | undefined;
  readonly onSaved: (id: number) => void;
}
/** A form without its display: typed values, errors, changes of others, and the way to save. */
export interface FormModel {
  readonly resource: AnyResource;
  readonly isNew: boolean;
  /** The read record with the typed values. */
  readonly draft: Draft;
  /** The same as it would be saved: fields that no longer apply are empty. */
  readonly settled: Draft;
  readonly sections: readonly FormSection[];
  readonly problems: readonly FormProblem[];
  /** Counts refused saves. */
  readonly attempt: number;
  /** The unsaved fields. */
  readonly changed: readonly string[];
  /** Simultaneous changes of somebody else: taken over, or changed here too. */
  readonly others: { readonly followed: readonly string[]; readonly collided: readonly string[] };
  /** Both versions, while they are compared. */
  readonly conflict: FormState | null;
  readonly isSaving: boolean;
  readonly type: (name: string, value: unknown) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly compare: () => void;
  /** Saves with the chosen side of every conflict. */
  readonly resolve: (sides: Readonly<Record<string, Side>>) => void;
  /** Goes back from comparing to typing. */
  readonly goBack: () => void;
  /** Confirms that the changes of others were read. */
  readonly dismiss: () => void;
}

const nothing: Draft = {};
const conflict = 409;
const rootOf = (path: string): string => pathOf(path)[0];

/** The fields of the form that this person may see, and those that they may write here. */
const useNames = (resource: AnyResource, isNew: boolean, fixed: Draft) => {
  const grants = useGrants(),
    registry = useRegistry();
  return useMemo(() => {
    const isLeft = (name: string): boolean => isNew && !Object.hasOwn(fixed, name); // there is no value yet that a closed choice could show
    const seen = formNames(resource).filter((name) => {
      const field = resource.all[name];
      return field && canRead(grants, field, registry) && (!isLeft(name) || canChoose(grants, field, registry));
    });
    const open = seen.filter((name) => {
      const field = fieldOf(resource, name);
      const isOpen = canWrite(grants, field) && canChoose(grants, field, registry);
      return isOpen && (isNew || !field.options.createOnly) && !Object.hasOwn(fixed, name);
    });
    return { seen, open: new Set(open) };
  }, [resource, grants, registry, isNew, fixed]);
};

/** Values that the place fixes, such as the event of a workspace. */
const useFixed = (resource: AnyResource, { field: via = '', id: owner }: Partial<Parent> = {}): Draft =>
  useMemo(() => (resource.all[via] ? { [via]: owner } : nothing), [via, owner, resource]);

/** What the place fixes and a form sends: the event of a signature follows from its registration, and the server refuses one that is sent. */
const writableOf = (resource: AnyResource, fixed: Draft): Draft =>
  Object.fromEntries(Object.entries(fixed).filter(([name]) => !fieldOf(resource, name).options.readOnly));

interface Sending extends Omit<FormModelOptions, 'parent' | 'record'> {
  readonly fixed: Draft;
  readonly open: ReadonlySet<string>;
  /** The values are invalid. */
  readonly refuse: (found: readonly FormProblem[]) => void;
  /** They are valid and will be sent. */
  readonly accept: () => void;
  /** Somebody else saved first. */
  readonly collide: (fresh: Draft) => void;
}
/** Validates the values, sends them once, and reads the record again if somebody else saved first. */
const useSubmit = ({ resource, id, reread, onSaved, fixed, open, refuse, accept, collide }: Sending) => {
  const isNew = id === undefined;
  const registry = useRegistry(),
    grants = useGrants(),
    words = useWords();
  // Between the answer and the next screen the form is still there; pressing again would write the record twice.
  const isSent = useRef(false);
  const { save, isSaving } = useSave(resource, id);
  const refused = async (error: HttpError, from: FormState): Promise<void> => {
    const fresh = error.statusCode === conflict && !isNew ? await reread?.() : undefined;
    return !fresh || fresh['version'] === from.base['version'] ? refuse(refusalOf(words, error)) : collide(fresh);
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
  const submit = async (from: FormState): Promise<void> => {
    const current = draftOf(from);
    const values = isNew
      ? { ...toRecord(resource, registry, current, [...open]), ...writableOf(resource, fixed) }
      : toChanges(resource, registry, from.base, current, [...open]);
    const found = problemsOf({ resource, registry, grants, values, record: { ...current, ...values }, isNew }).map((problem) =>
      inWords(words, problem),
    );
    if (found.length > 0) return refuse(found);
    accept();
    return !isNew && Object.keys(values).length === 0 ? onSaved(id) : send(values, from);
  };
  return { submit, isSaving };
};

/** The errors of the form; that of a field disappears when somebody types in it. */
const useProblems = () => {
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const refuse = (found: readonly FormProblem[]): void => {
    setProblems(found);
    setAttempt((count) => count + 1);
  };
  const clear = (): void => setProblems([]);
  const clearField = useCallback(
    (name: string): void =>
      setProblems((before) =>
        before.some(({ path }) => rootOf(path) === name) ? before.filter(({ path }) => rootOf(path) !== name) : before,
      ),
    [],
  );
  return { problems, attempt, refuse, clear, clearField };
};

/** The read record and the typed values; a newer record may arrive at any time. */
const useEdits = (resource: AnyResource, record: Draft) => {
  const registry = useRegistry();
  const reduce = useMemo(() => formReducer(resource, registry), [resource, registry]);
  const [state, dispatch] = useReducer(reduce, record, openedOn);
  const arrived = useRef(record);
  if (arrived.current !== record) {
    arrived.current = record;
    dispatch({ type: 'arrived', record });
  }
  const draft = draftOf(state);
  const typedNames = Object.keys(state.edits).filter((name) => resource.all[name]);
  return { state, dispatch, reduce, draft, changed: changedNames(resource, registry, state.base, draft, typedNames) };
};

/** The model of a form: what was read, typed, refused, changed by others and saved. */
export const useFormModel = ({ resource, id, parent, record, reread, onSaved }: FormModelOptions): FormModel => {
  const isNew = id === undefined;
  const fixed = useFixed(resource, parent);
  const words = useWords();
  const { state, dispatch, reduce, draft, changed } = useEdits(resource, record);
  const { problems, attempt, refuse, clear, clearField } = useProblems();
  const [isComparing, setIsComparing] = useState(false);
  const names = useNames(resource, isNew, fixed);
  const settled = settle(resource, draft);
  const stored = isNew ? null : state.base;
  const offered = useMemo(() => offeredFields(resource, stored), [resource, stored]);

  const { submit, isSaving } = useSubmit({
    resource,
    id,
    reread,
    onSaved,
    fixed,
    open: names.open,
    refuse: (found) => {
      refuse(found);
      setIsComparing(false);
    },
    accept: clear,
    collide: (fresh) => {
      dispatch({ type: 'arrived', record: fresh });
      setIsComparing(true);
    },
  });
  const type = useCallback(
    (name: string, value: unknown) => {
      dispatch({ type: 'typed', name, value });
      clearField(name);
    },
    [clearField, dispatch],
  );
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
      clear();
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

import { failureOf } from '@/fields/kit/failureOf';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnyField, Fields } from '@/schema';
import { fieldsSchema } from '@/schema/fieldsSchema';
import { parseInput } from '@/schema/project/zod';
import { inWords, refusalOf, type FormProblem } from '../form/problems';
import { useWords } from '../../fields/kit/useWords';
import {
  begunBy,
  countOf,
  needsRun,
  rehearsesAsRun,
  useRunAction,
  useRuns,
  type ActionOutcome,
  type Order,
  type RunState,
} from './runAction';
import { useDoneNotice } from './useDoneNotice';
import { useReread } from './useReread';

/** Asking for the input, rehearsing, showing the consequences, running, showing the result. */
export type Step = 'asking' | 'rehearsing' | 'rehearsed' | 'running' | 'done';
type Draft = Readonly<Record<string, unknown>>;
const prefix = 'input.';

/**
 * The initial values of an action's dialog: the values of its record or its workspace if they are allowed, otherwise the declared defaults.
 */
const startOf = (input: Fields, known: Draft | undefined): Draft =>
  Object.fromEntries(
    Object.entries(input).map(([name, { options, values }]: [string, AnyField]) => {
      const own = known?.[name] ?? null;
      const isAnswer = typeof own !== 'string' || values === undefined || values.includes(own);
      return [name, (isAnswer ? own : null) ?? options.default ?? null];
    }),
  );
const present = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null && value !== undefined && value !== ''));

/** The values typed into the dialog, their errors, and the valid result. */
const useInput = (input: Fields, known: Draft | undefined) => {
  const words = useWords();
  const [start] = useState<Draft>(() => startOf(input, known));
  const [draft, setDraft] = useState<Draft>(start);
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const change = useCallback((field: string, value: unknown) => {
    setDraft((before) => ({ ...before, [field]: value }));
    setProblems((before) => before.filter(({ path }) => path.split('.')[0] !== field));
  }, []);
  const accepted = (): Draft | undefined => {
    const parsed = parseInput(fieldsSchema(input), present(draft));
    setProblems('value' in parsed ? [] : parsed.problems.map((problem) => inWords(words, problem)));
    return 'value' in parsed ? parsed.value : undefined;
  };
  const refused = (error: unknown): void =>
    setProblems(
      refusalOf(words, failureOf(error)).map(({ path, text }) => ({
        path: path.startsWith(prefix) ? path.slice(prefix.length) : path,
        text,
      })),
    );
  const isChanged = Object.keys(input).some((field) => JSON.stringify(draft[field] ?? null) !== JSON.stringify(start[field] ?? null));
  return { draft, problems, change, accepted, refused, isChanged };
};

/** The steps of an action's dialog: nothing runs before its rehearsal if one is required, and a refusal loses nothing that was typed. */
export const useActionDialog = (
  order: Order,
  known: Draft | undefined,
  /** The record as it was, for an action on exactly one. */
  one: Draft | undefined,
  onClose: (didChange: boolean) => void,
) => {
  const { resource, action } = order;
  const input = (action.input ?? {}) as Fields;
  const asks = Object.keys(input).length > 0;
  const rehearses = action.confirm === true || countOf(order) > 1;
  /** An action without input that changes no record has nothing to show before it is done. */
  const begins = (action.on === 'list' || action.reads === true) && !asks && !rehearses;
  const act = useRunAction(order);
  const { begin } = useRuns(resource);
  const reread = useReread();
  const notify = useDoneNotice(order, one);
  const [step, setStep] = useState<Step>(begins ? 'running' : !asks && rehearses ? 'rehearsing' : 'asking');
  const { draft, problems, change, accepted, refused: sayProblems, isChanged } = useInput(input, known);
  const [outcome, setOutcome] = useState<ActionOutcome>();
  const [run, setRun] = useState<RunState>();

  const refused = (error: unknown) => {
    sayProblems(error);
    setStep('asking');
  };
  const rehearse = async () => {
    const values = accepted();
    if (!values) return setStep('asking');
    setStep('rehearsing');
    try {
      if (rehearsesAsRun(order)) return setRun(await begin(order, values, true));
      setOutcome(await act(values, true));
      setStep('rehearsed');
    } catch (error) {
      refused(error);
    }
  };
  const perform = async () => {
    const values = accepted();
    if (!values) return setStep('asking');
    setStep('running');
    try {
      if (needsRun(order)) return setRun(await begin(order, values, false));
      const done = await act(values, false);
      if (!action.reads) reread();
      const begun = begunBy(done.result);
      if (begun) return setRun(begun);
      setOutcome(done);
      setStep('done');
      const isClean = done.skipped.length + done.failed.length === 0;
      if (!isClean && done.undo) await notify(done);
      if (isClean && done.result === undefined) {
        onClose(done.ok > 0);
        await notify(done);
      }
    } catch (error) {
      refused(error);
    }
  };
  const first = useRef(begins ? perform : step === 'rehearsing' ? rehearse : null);
  useEffect(() => {
    void first.current?.();
    first.current = null;
  }, []);

  /** Whether closing now would lose something typed. */
  const isTyped = step !== 'done' && !action.reads && isChanged;
  return {
    step,
    draft,
    isTyped,
    outcome,
    run,
    problems,
    input,
    rehearses,
    change,
    back: () => setStep('asking'),
    close: () => onClose(step === 'done' && !action.reads && (outcome?.ok ?? 0) > 0),
    next: rehearses && step === 'asking' ? rehearse : perform,
  };
};

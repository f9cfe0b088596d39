import { useInvalidate, useNotification, type HttpError } from '@refinedev/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnyField, Fields } from '@/schema';
import { fieldsSchema, parseInput } from '@/schema/project/zod';
import { inWords, refusalOf, type FormProblem } from '../form/problems';
import { useWords } from '../useWords';
import { countOf, useRunAction, type ActionOutcome, type Order } from './runAction';

/** Asking for the input, rehearsing, showing what would happen, running, showing what happened. */
export type Step = 'asking' | 'rehearsing' | 'rehearsed' | 'running' | 'done';
type Draft = Readonly<Record<string, unknown>>;
const prefix = 'input.';

/** What an action's dialog starts with: declared defaults, then what the record already says. */
const startOf = (input: Fields, record: Draft | undefined): Draft =>
  Object.fromEntries(Object.entries(input).map(([name, { options }]: [string, AnyField]) => [name, record?.[name] ?? options.default ?? null]));
const present = (draft: Draft): Draft => Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null && value !== undefined && value !== ''));

/** The life of an action's dialog: nothing runs before it was rehearsed where that is asked for, and nothing typed is lost by a refusal. */
export const useActionDialog = (order: Order, record: Draft | undefined, onClose: () => void) => {
  const { resource, name, action } = order;
  const input = (action.input ?? {}) as Fields;
  const asks = Object.keys(input).length > 0;
  const rehearses = action.confirm === true || countOf(order) > 1;
  const words = useWords();
  const run = useRunAction(order);
  const invalidate = useInvalidate();
  const { open } = useNotification();
  const [step, setStep] = useState<Step>(!asks && rehearses ? 'rehearsing' : 'asking');
  const [draft, setDraft] = useState<Draft>(() => startOf(input, record));
  const [outcome, setOutcome] = useState<ActionOutcome>();
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);

  const accepted = (): Draft | undefined => {
    const parsed = parseInput(fieldsSchema(input), present(draft));
    if ('value' in parsed) return parsed.value;
    setProblems(parsed.problems.map((problem) => inWords(words, problem)));
    return undefined;
  };
  const refused = (error: unknown) => {
    setProblems(refusalOf(words, error as HttpError).map(({ path, text }) => ({ path: path.startsWith(prefix) ? path.slice(prefix.length) : path, text })));
    setStep('asking');
  };
  const rehearse = async () => {
    const values = accepted();
    if (!values) return setStep('asking');
    setProblems([]);
    setStep('rehearsing');
    try { setOutcome(await run(values, true)); setStep('rehearsed'); } catch (error) { refused(error); }
  };
  const perform = async () => {
    const values = accepted();
    if (!values) return setStep('asking');
    setProblems([]);
    setStep('running');
    try {
      const done = await run(values, false);
      void invalidate({ resource: resource.name, dataProviderName: resource.service, invalidates: ['list', 'many', 'detail'] });
      setOutcome(done);
      setStep('done');
      if (done.skipped.length + done.failed.length === 0 && done.result === undefined) {
        open?.({ type: 'success', key: `${resource.name}-${name}`, message: words.t(`${resource.name}.actions.${name}`), description: words.t('action.okDone', { count: done.ok }) });
        onClose();
      }
    } catch (error) { refused(error); }
  };
  const first = useRef(step === 'rehearsing' ? rehearse : null);
  useEffect(() => { void first.current?.(); first.current = null; }, []);

  const change = useCallback((field: string, value: unknown) => {
    setDraft((before) => ({ ...before, [field]: value }));
    setProblems((before) => before.filter(({ path }) => path.split('.')[0] !== field));
  }, []);
  return { step, draft, outcome, problems, input, rehearses, change, back: () => setStep('asking'), next: rehearses && step === 'asking' ? rehearse : perform };
};

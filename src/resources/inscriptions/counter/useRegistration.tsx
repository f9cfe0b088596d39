import { useCustom, useCustomMutation, type BaseRecord, type HttpError } from '@refinedev/core';
import { useState } from 'react';
import { typedBin } from '@/domain/web/promotionBins';
import type { Quote, Registered } from '@/domain/registration/registering';
import type { Draft } from '@/fields/kit/draft';
import { failureOf } from '@/fields/kit/failureOf';
import { useWords } from '@/fields/kit/useWords';
import type { AnyResource } from '@/schema';
import { numberIn, textIn } from '@/schema/unknown';
import { actionAddress } from '@/views/action/runAction';
import { useReread } from '@/views/action/useReread';
import { refusalOf, type FormProblem } from '@/views/form/problems';

interface Quoted extends BaseRecord {
  readonly result: Quote;
}
interface Made extends BaseRecord {
  readonly result: Registered;
}
/** Answers as they are typed, by the key of their question. */
export type TypedAnswers = Readonly<Record<number, string | null>>;

const start: Draft = { payment: 'cash', send_mail: true };
const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** The means of payment with a card. */
const takesBin = ({ payment }: Draft): boolean => payment === 'pos' || payment === 'link';

/** The price of what is chosen so far; undefined until a distance is. */
const useQuote = (resource: AnyResource, draft: Draft, coupon: string | null): Quote | undefined => {
  const [eventid, distanceid, web_userid] = [draft['eventid'], draft['distanceid'], draft['web_userid']].map(numberIn);
  const bin = takesBin(draft) ? textIn(draft['bin']) : null;
  const input = {
    eventid,
    distanceid,
    ...(web_userid && { web_userid }),
    ...(coupon && { coupon }),
    ...(bin && typedBin.test(bin) && { bin }),
  };
  const { query } = useCustom<Quoted, HttpError>({
    url: actionAddress(resource, 'quote'),
    method: 'post',
    config: { payload: { input } },
    dataProviderName: resource.service,
    errorNotification: false,
    queryOptions: {
      enabled: Boolean(eventid && distanceid),
      retry: false,
      queryKey: ['data', 'inscription', 'quote', input],
      staleTime: 0,
    },
  });
  return query.data?.data.result;
};

/** What is sent: only what was said, with the answers that belong to questions on screen. */
const inputOf = (draft: Draft, answers: TypedAnswers, asked: readonly number[]): Draft => ({
  ...Object.fromEntries(Object.entries(draft).filter(([name, value]) => isSaid(value) && (name !== 'bin' || takesBin(draft)))),
  answers: asked.flatMap((questionid) => (isSaid(answers[questionid]) ? [{ questionid, value: answers[questionid] }] : [])),
});

/** The registration of one person at the counter, as it is being typed. */
export const useRegistration = (resource: AnyResource, eventid: number | undefined) => {
  const words = useWords();
  const reread = useReread();
  const [draft, setDraft] = useState<Draft>({ ...start, ...(eventid && { eventid }) });
  const [answers, setAnswers] = useState<TypedAnswers>({});
  const [coupon, setCoupon] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const [done, setDone] = useState<Registered>();
  const { mutateAsync } = useCustomMutation<Made, HttpError, object>();
  const quote = useQuote(resource, draft, coupon);
  const forget = (names: readonly string[]): void =>
    setProblems((before) => before.filter(({ path }) => !names.includes(path.split('.')[0] ?? '')));
  const change = (values: Draft): void => {
    setDraft((before) => ({ ...before, ...values }));
    forget(Object.keys(values));
  };
  const save = async (asked: readonly number[]): Promise<void> => {
    if (isSaving) return;
    setSaving(true);
    try {
      const { data } = await mutateAsync({
        url: actionAddress(resource, 'register'),
        method: 'post',
        values: { input: inputOf(draft, answers, asked) },
        dataProviderName: resource.service,
        successNotification: false,
        errorNotification: false,
      });
      setProblems([]);
      setDone(data.result);
      reread();
    } catch (error) {
      setProblems(refusalOf(words, failureOf(error)).map(({ path, text }) => ({ path: path.replace(/^input\./, ''), text })));
      setAttempt((count) => count + 1);
    } finally {
      setSaving(false);
    }
  };
  return {
    draft,
    answers,
    quote,
    problems,
    attempt,
    isSaving,
    done,
    /** Whether there is something that leaving would lose. */
    isDirty: done === undefined && (isSaid(draft['web_userid']) || isSaid(draft['first_name'])),
    change,
    answer: (questionid: number, value: string | null): void => {
      setAnswers((before) => ({ ...before, [questionid]: value }));
      forget(['answers']);
    },
    /** A coupon counts in the price once it is typed in full. */
    settleCoupon: (): void => setCoupon(textIn(draft['coupon'])?.trim() || null),
    save,
    /** The next person of the same event. */
    again: (): void => {
      setDraft((before) => ({ ...start, eventid: before['eventid'], payment: before['payment'] }));
      setAnswers({});
      setCoupon(null);
      setProblems([]);
      setDone(undefined);
    },
  };
};
export type Registration = ReturnType<typeof useRegistration>;

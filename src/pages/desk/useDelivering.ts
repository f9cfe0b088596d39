import { useState } from 'react';
import type { DeskPerson } from '@/domain/registration/desk';
import { wordsOf } from '@/schema/errorCodes';
import { partOf, isParts } from '@/schema/unknown';
import { useWords } from '@/fields/kit/useWords';
import { beep } from '../scan/beep';
import { DeskRefusal, type Asked, type Delivered, type Desk } from './createDesk';
import type { LastDelivery } from './DeskResult';

/** What the server said about each field of a delivery, without the part before the field. */
const errorsOf = (error: unknown): Readonly<Record<string, string>> => {
  const errors = partOf(error, 'errors');
  if (!isParts(errors)) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [path.replace(/^input\./, ''), String(Array.isArray(message) ? message[0] : message)]),
  );
};

/** Hands kits out, one person or a group, and takes the last one back. */
export const useDelivering = (desk: Desk) => {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [last, setLast] = useState<LastDelivery | null>(null);
  const clear = (): void => {
    setErrors({});
    setProblem(null);
  };
  const say = (error: unknown): void => {
    beep('refused');
    if (error instanceof DeskRefusal) {
      setErrors(Object.fromEntries(error.problems.map(({ path, code }) => [path, t(wordsOf({ code }))])));
      return setProblem(t(wordsOf({ code: error.code }), { state: '' }));
    }
    setErrors(errorsOf(error));
    setProblem(String(partOf(error, 'message') ?? t('common.networkError')));
  };
  return {
    isBusy,
    errors,
    problem,
    last,
    clear,
    forgetLast: () => setLast(null),
    /** Answers what was handed out, in order: a refusal ends it. */
    deliver: async (orders: readonly { readonly asked: Asked; readonly before: DeskPerson }[]): Promise<readonly Delivered[]> => {
      setBusy(true);
      clear();
      const done: { delivered: Delivered; before: DeskPerson }[] = [];
      try {
        for (const { asked, before } of orders) done.push({ delivered: await desk.deliver(asked), before });
        const isConflict = done.some(({ delivered }) => delivered.kind === 'sent' && delivered.handed.status === 'conflict');
        beep(isConflict ? 'attention' : 'ok');
      } catch (error) {
        say(error);
      } finally {
        if (done.length > 0) setLast({ delivered: done, isUndone: false });
        setBusy(false);
      }
      return done.map(({ delivered }) => delivered);
    },
    undo: async (): Promise<void> => {
      if (!last) return;
      setBusy(true);
      try {
        for (const { delivered, before } of last.delivered.toReversed()) await desk.undo(delivered, before, t('desk.undoReason'));
        setLast({ ...last, isUndone: true });
        beep('attention');
      } catch (error) {
        say(error);
      } finally {
        setBusy(false);
      }
    },
  };
};

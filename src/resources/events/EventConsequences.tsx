import type { ReactNode } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { partOf } from '@/schema/unknown';
import { formatDay, formatMoney, formatNumber } from '@/words/format';
import { toMexicoCity } from '@/providers/http/toMexicoCity';
import './eventConsequences.css';

interface AnswerProps {
  readonly result: unknown;
}
/** What an answer says under a name, as a number. */
const numberOf = (result: unknown, name: string): number => Number(partOf(result, name) ?? 0);

/** Lines of a consequence: those about something that there is none of are left out. */
const useLines = (result: unknown, action: string) => {
  const { t, locale } = useWords();
  const money = (name: string): string => formatMoney(numberOf(result, name), locale);
  return {
    t,
    money,
    line: (name: string, params: Readonly<Record<string, unknown>> = {}): string | null => {
      const count = numberOf(result, name);
      return count > 0 ? t(`events.${action}.${name}`, { count, number: formatNumber(count, locale), ...params }) : null;
    },
  };
};
const Lines = ({ lines, isGrave = false }: { readonly lines: readonly ReactNode[]; readonly isGrave?: boolean }) => (
  <ul className="outcome-consequence event-consequences" data-calm={isGrave ? undefined : ''}>
    {lines.filter(Boolean).map((line, at) => (
      <li key={at}>{line}</li>
    ))}
  </ul>
);

/** What calling an event off means for its people, their money, its public links and its sales. */
export const CancelConsequences = ({ result }: AnswerProps) => {
  const { t, money, line } = useLines(result, 'cancelling');
  const way = String(partOf(result, 'way') ?? 'none');
  return (
    <Lines
      isGrave
      lines={[
        line('registrations') ?? t('events.cancelling.nobody'),
        line('paid', { amount: money('paid_cents') }),
        way === 'none' ? null : t(`events.cancelling.ways.${way}`, { amount: money('refund_cents') }),
        numberOf(result, 'kept_cents') > 0 ? t('events.cancelling.kept', { amount: money('kept_cents') }) : null,
        line('unpaid'),
        line('disputed'),
        line('letters'),
        line('waiting'),
        line('distances'),
        line('links'),
        t('events.cancelling.back'),
      ]}
    />
  );
};

/** What postponing an event moves, and what it leaves alone. */
export const PostponeConsequences = ({ result }: AnswerProps) => {
  const { t, line } = useLines(result, 'postponing');
  const starts = partOf(result, 'new_start_at'),
    closes = partOf(result, 'closes_at');
  const dated = typeof starts === 'string' && typeof closes === 'string';
  return (
    <Lines
      lines={[
        dated
          ? t('events.postponing.dated', { count: numberOf(result, 'days'), day: formatDay(toMexicoCity(starts)) })
          : t('events.postponing.undated'),
        dated ? t('events.postponing.closes', { day: formatDay(toMexicoCity(closes)) }) : null,
        line('tiers'),
        line('waves'),
        line('registrations'),
        line('letters'),
        partOf(result, 'mayRefund') === true ? t('events.postponing.refund') : null,
        t('events.postponing.sales'),
      ]}
    />
  );
};

/** What comes back with an event. */
export const ReopenConsequences = ({ result }: AnswerProps) => {
  const { t, line } = useLines(result, 'reopening');
  return <Lines lines={[t('events.reopening.state'), line('registrations'), line('distances')]} />;
};

import { Link } from 'react-router';
import type { MonthFigures, SubscriptionFigures as Figures } from '@/domain/subscriptions/figures';
import { useWords } from '@/fields/kit/useWords';
import type { Filter } from '@/schema';
import { explainedAt } from '@/views/list/model/explainedAt';
import { formatMoney, formatNumber } from '@/words/format';
import './subscriptions.css';

const none: MonthFigures = { month: '', started: 0, ended: 0, churn: null, recovered: 0, recovered_cents: 0, collected_cents: 0 };
/** The first instant of a month in Mexico City, which has had no summer time since 2022. */
const beginOf = ({ month }: MonthFigures): string => `${month || '1970-01-01'}T06:00:00.000Z`;
const of = (field: string, op: 'eq' | 'gte' | 'in', value: unknown): Filter => ({ field, op, value });

interface Shown {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly before?: string;
  readonly to: string;
}

interface FiguresProps {
  readonly figures: Figures;
  readonly onFollow?: () => void;
}
/** How subscriptions do this month next to the last one; each figure leads to the records that it counts. */
export const SubscriptionFigures = ({ figures, onFollow }: FiguresProps) => {
  const { t, locale } = useWords();
  const [now = none, last = none] = figures.months;
  const money = (cents: number): string => formatMoney(cents, locale);
  const number = (value: number): string => formatNumber(value, locale);
  const say = (name: string, params: Readonly<Record<string, unknown>> = {}): string => t(`apolo_subscriptions.figures.${name}`, params);
  const list = (...and: readonly Filter[]): string => explainedAt('apolo_subscriptions', { and });
  const begin = beginOf(now);
  const shown: readonly Shown[] = [
    {
      name: 'mrr',
      value: money(figures.mrr_cents),
      note: say('mrrNote', { count: figures.paying }),
      to: list(of('status', 'in', ['active', 'past_due', 'cancel_at_period_end'])),
    },
    {
      name: 'started',
      value: number(now.started),
      note: '',
      before: number(last.started),
      to: list(of('created', 'gte', begin), { not: of('status', 'eq', 'pending') }),
    },
    {
      name: 'ended',
      value: number(now.ended),
      note:
        now.churn === null ? '' : say('churn', { rate: formatNumber(now.churn, locale, { style: 'percent', maximumFractionDigits: 1 }) }),
      before: number(last.ended),
      to: list(of('ended_at', 'gte', begin)),
    },
    {
      name: 'recovered',
      value: money(now.recovered_cents),
      note: say('recoveredNote', { count: now.recovered }),
      before: money(last.recovered_cents),
      to: explainedAt('subscription_charges', {
        and: [of('status', 'eq', 'paid'), of('attempt', 'gte', 2), of('settled_at', 'gte', begin)],
      }),
    },
    {
      name: 'pastDue',
      value: money(figures.past_due_cents),
      note: say('pastDueNote', { count: figures.past_due }),
      to: list(of('status', 'eq', 'past_due')),
    },
    {
      name: 'collected',
      value: money(now.collected_cents),
      note: '',
      before: money(last.collected_cents),
      to: explainedAt('subscription_charges', { and: [of('status', 'eq', 'paid'), of('settled_at', 'gte', begin)] }),
    },
  ];
  return (
    <ul className="subscription-figures">
      {shown.map(({ name, value, note, before, to }) => (
        <li key={name}>
          <Link to={to} data-shown={name} onClick={onFollow}>
            <span>{say(name)}</span>
            <strong>{value}</strong>
            {note ? <small>{note}</small> : null}
            {before === undefined ? null : <small>{say('before', { value: before })}</small>}
          </Link>
        </li>
      ))}
    </ul>
  );
};

import { useTranslation } from 'react-i18next';
import { statusGroups } from '@/domain/registration/lifecycle';
import type { EventSales } from '@/domain/registration/overview';
import { useWords } from '@/fields/kit/useWords';
import { midnightOf, toMexicoCity } from '@/providers/http/toMexicoCity';
import { formatDay, formatMoney, formatNumber } from '@/words/format';
import { Figure } from '../home/Figure';
import { listIn } from './listIn';

interface SalesProps {
  readonly eventid: number;
  readonly sales: EventSales;
}
/** A bar for each of the last days; the same as a table for readers. */
const DailyBars = ({ sales: { days } }: Pick<SalesProps, 'sales'>) => {
  const { t } = useTranslation('events');
  const { locale } = useWords();
  const most = Math.max(1, ...days.map(([, sold]) => sold));
  return (
    <figure className="event-days">
      <figcaption>{t('overview.days', { count: days.length })}</figcaption>
      <ol>
        {days.map(([day, sold]) => (
          <li key={day} title={`${formatDay(day)}: ${formatNumber(sold, locale)}`}>
            <span className="event-days-bar" style={{ height: `${(sold / most) * 100}%` }} data-none={sold === 0 || undefined} />
            <span className="event-days-words">
              {formatDay(day)}: {formatNumber(sold, locale)}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
};

/** What an event sells: today against yesterday, this week against the last, the money of today, and the last four weeks. */
export const EventSalesFigures = ({ eventid, sales }: SalesProps) => {
  const { t } = useTranslation('events');
  const { locale } = useWords();
  const number = (value: number): string => formatNumber(value, locale);
  const since = (daysAgo: number): string => {
    const day = sales.days.at(-1 - daysAgo)?.[0] ?? '';
    const from = midnightOf(toMexicoCity(`${day}T18:00:00Z`)); // noon there, so that no offset leads to another day
    return listIn(eventid, 'inscriptions', {
      and: [
        { field: 'status', op: 'in', value: [...statusGroups.active, ...statusGroups.disputed] },
        { field: 'paid_at', op: 'gte', value: from },
      ],
    });
  };
  const figure = (name: 'today' | 'week' | 'money', to: string, value: string, note: string) => (
    <Figure
      name={`event-${name}`}
      title={t(`overview.${name}`)}
      note={note}
      to={to}
      value={value}
      isLoading={false}
      isError={false}
      onRetry={() => {}}
    />
  );
  return (
    <section className="event-sales" aria-label={t('overview.sales')}>
      <div className="asd-figures">
        {figure('today', since(0), number(sales.today), t('overview.yesterday', { number: number(sales.yesterday) }))}
        {figure('week', since(6), number(sales.week), t('overview.weekBefore', { number: number(sales.week_before) }))}
        {sales.today_cents === null ? null : figure('money', since(0), formatMoney(sales.today_cents, locale), t('overview.moneyNote'))}
      </div>
      <DailyBars sales={sales} />
    </section>
  );
};

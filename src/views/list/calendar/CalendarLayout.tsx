import { useMemo } from 'react';
import { toMexicoCity } from '@/providers/http/toMexicoCity';
import { textIn } from '@/schema/unknown';
import { formatDayParts } from '@/words/format';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import type { ListLayoutProps } from '../ListLayout';
import type { Column } from '../model/listPlan';
import type { Sort } from '../model/listState';
import type { Row } from '../model/selection';
import { useRowsWhere } from '../model/useRowsWhere';
import { CalendarDay } from './CalendarDay';
import { addMonths, monthDays } from './monthDays';
import { withinDays } from './withinDays';
import './calendar.css';

/** More in one month would be no calendar any more; the notice then leads to the table. */
const most = 500;
const dayLength = 10,
  monthLength = 7;

const rowsByDay = (rows: readonly Row[], name: string): ReadonlyMap<string, readonly Row[]> => {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const day = textIn(row[name])?.slice(0, dayLength) ?? '';
    found.set(day, [...(found.get(day) ?? []), row]);
  }
  return found;
};

/** The records of a list on their days, one month at a time. */
export default function CalendarLayout({ list }: ListLayoutProps) {
  const by = list.question.plan.columns.find(({ name }) => name === list.resource.list.calendar);
  return by ? <Month list={list} by={by} /> : null;
}

const Month = ({ list, by }: Pick<ListLayoutProps, 'list'> & { readonly by: Column }) => {
  const { plan, state, change } = list.question;
  const { t, locale } = useWords();
  const today = toMexicoCity(new Date().toISOString()).slice(0, dayLength);
  const month = state.month ?? today.slice(0, monthLength);
  const days = useMemo(() => monthDays(month), [month]);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const condition = useMemo(() => withinDays(by.name, by.field, first, last), [by, first, last]);
  const sort = useMemo((): readonly Sort[] => [{ name: by.name, order: 'asc' }], [by.name]);
  const { rows, total, isLoading, error } = useRowsWhere(list, condition, most, sort);
  const byDay = useMemo(() => rowsByDay(rows, by.name), [rows, by.name]);
  const named = formatDayParts(`${month}-01`, locale, { month: 'long', year: 'numeric' });
  const go = (to: string): void => change({ month: to === today.slice(0, monthLength) ? null : to });
  const asTable = (from: string, to: string): void => {
    const within = withinDays(by.name, by.field, from, to);
    change({ as: 'table', month: null, filter: state.filter ? { and: [state.filter, within] } : within });
  };
  return (
    <div className="calendar" aria-busy={isLoading}>
      <header>
        <button
          type="button"
          className="list-button"
          aria-label={t('list.calendar.previous')}
          title={t('list.calendar.previous')}
          onClick={() => go(addMonths(month, -1))}
        >
          <Icon name="previous" />
        </button>
        <button
          type="button"
          className="list-button"
          aria-label={t('list.calendar.next')}
          title={t('list.calendar.next')}
          onClick={() => go(addMonths(month, 1))}
        >
          <Icon name="next" />
        </button>
        <h2 aria-live="polite">{named}</h2>
        <button type="button" className="asd-button" disabled={state.month === null} onClick={() => change({ month: null })}>
          {t('list.calendar.today')}
        </button>
        <small>{isLoading ? '' : t('list.calendar.count', { count: total })}</small>
      </header>
      {error ? <p role="alert">{error.message}</p> : null}
      {total > rows.length && !isLoading ? (
        <p className="calendar-note" role="status">
          {t('list.calendar.cut', { shown: rows.length, total })}{' '}
          <button type="button" className="list-pill" onClick={() => asTable(first, last)}>
            {t('list.calendar.table')}
          </button>
        </p>
      ) : null}
      <ol className="calendar-week" aria-hidden="true">
        {days.slice(0, 7).map((day) => (
          <li key={day}>{formatDayParts(day, locale, { weekday: 'short' })}</li>
        ))}
      </ol>
      <ol className="calendar-days" aria-label={named}>
        {days.map((day) => (
          <CalendarDay
            key={day}
            list={list}
            by={by}
            status={plan.columns.find(({ field }) => field.type === 'status')}
            day={day}
            isOutside={!day.startsWith(month)}
            isToday={day === today}
            rows={byDay.get(day) ?? []}
            onMore={() => asTable(day, day)}
          />
        ))}
      </ol>
      {!isLoading && total === 0 ? <p className="calendar-none">{t('list.calendar.none')}</p> : null}
    </div>
  );
};

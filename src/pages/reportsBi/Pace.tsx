import { useState, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '@/words/format';
import type { BiPace } from '@/domain/reports/biFigures';
import { useWords } from '@/fields/kit/useWords';
import type { ChartProps } from './charts';
import { change, Count, Explained } from './Numbers';
import { dayNumber, dayText, monthsBetween, ticksUpTo, valueAt } from './scales';

const mostMonths = 8,
  hundred = 100,
  late = 70,
  near = 14;
interface Step {
  readonly day: number;
  readonly value: number;
}

/** The picture as numbers: two lines, the days that it spans and its highest value. */
const layOut = ({ days, today }: BiPace, starts: readonly string[]) => {
  const now = dayNumber(today);
  const stepsOf = (name: 'current' | 'previous'): Step[] =>
    days.flatMap((row) => (row[name] === null ? [] : [{ day: dayNumber(row.day), value: row[name] }]));
  const sold = stepsOf('current'),
    previous = stepsOf('previous');
  const ends = [...days.map(({ day }) => dayNumber(day)), ...starts.map(dayNumber)];
  const first = dayNumber(days[0]!.day),
    last = Math.max(first + 1, ...ends);
  const current = sold.length > 0 && now < last ? [...sold, { day: now, value: sold.at(-1)!.value }] : sold;
  const ticks = ticksUpTo(Math.max(...current.map(({ value }) => value), ...previous.map(({ value }) => value)));
  return {
    current,
    previous,
    first,
    last,
    now,
    ticks,
    x: (day: number) => ((day - first) / (last - first)) * hundred,
    y: (value: number) => hundred - (value / ticks.at(-1)!) * hundred,
  };
};
type Layout = ReturnType<typeof layOut>;

const Line = ({ steps, kind, at }: { readonly steps: readonly Step[]; readonly kind: 'current' | 'previous'; readonly at: Layout }) =>
  steps.length > 0 ? (
    <polyline
      data-line={kind}
      points={steps.map(({ day, value }) => `${at.x(day)},${at.y(value)}`).join(' ')}
      vectorEffect="non-scaling-stroke"
    />
  ) : null;

/** The name of a line at its end: over it, but under the lower one of two that end close to each other. */
const EndLabel = ({
  steps,
  kind,
  at,
  isOver,
}: {
  readonly steps: readonly Step[];
  readonly kind: 'current' | 'previous';
  readonly at: Layout;
  readonly isOver: boolean;
}) => {
  const { t } = useTranslation('reports-bi');
  const end = steps.at(-1);
  if (!end) return null;
  const left = at.x(end.day);
  return (
    <span
      className="bi-end"
      data-line={kind}
      data-side={left > late ? 'before' : 'after'}
      data-over={isOver || undefined}
      style={{ left: `${left}%`, top: `${at.y(end.value)}%` }}
    >
      {t(`pace.${kind}`)}{' '}
      <strong>
        <Count value={end.value} />
      </strong>
    </span>
  );
};

/** What both lines say on one day. */
const Reading = ({ at, day }: { readonly at: Layout; readonly day: number }) => {
  const { t } = useTranslation('reports-bi');
  const line = (steps: readonly Step[], until: number): number | null =>
    steps.length > 0 && day <= until ? (valueAt(steps, day) ?? 0) : null;
  const current = line(at.current, at.current.at(-1)?.day ?? 0),
    previous = line(at.previous, at.last);
  return (
    <>
      <span className="bi-ruler" style={{ left: `${at.x(day)}%` }} />
      <span className="bi-reading" data-side={at.x(day) > 50 ? 'before' : 'after'} style={{ left: `${at.x(day)}%` }}>
        <b>{formatDay(dayText(day))}</b>
        {current === null ? null : (
          <span>
            {t('pace.current')}{' '}
            <strong>
              <Count value={current} />
            </strong>
          </span>
        )}
        {previous === null ? null : (
          <span>
            {t('pace.previous')}{' '}
            <strong>
              <Count value={previous} />
            </strong>
          </span>
        )}
      </span>
    </>
  );
};

const Plot = ({ at, label }: { readonly at: Layout; readonly label: string }) => {
  const { t } = useTranslation('reports-bi');
  const { locale } = useWords();
  const [day, setDay] = useState<number | null>(null);
  const follow = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setDay(Math.round(at.first + Math.min(1, Math.max(0, (clientX - left) / width)) * (at.last - at.first)));
  };
  const month = (number: number): string =>
    new Intl.DateTimeFormat(locale, {
      month: 'short',
      timeZone: 'UTC',
      ...(new Date(number * 86_400_000).getUTCMonth() === 0 && { year: 'numeric' }),
    }).format(number * 86_400_000);
  const apart = at.y(at.previous.at(-1)?.value ?? 0) - at.y(at.current.at(-1)?.value ?? 0),
    isFar = Math.abs(apart) > near;
  return (
    <div className="bi-plot" role="img" aria-label={label}>
      <div className="bi-plot-field" onPointerMove={follow} onPointerLeave={() => setDay(null)}>
        {at.ticks.map((tick) => (
          <span key={tick} className="bi-tick" style={{ top: `${at.y(tick)}%` }}>
            <Count value={tick} />
          </span>
        ))}
        {at.now > at.first && at.now < at.last ? (
          <span className="bi-today" style={{ left: `${at.x(at.now)}%` }}>
            <b>{t('pace.today')}</b>
          </span>
        ) : null}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <Line steps={at.previous} kind="previous" at={at} />
          <Line steps={at.current} kind="current" at={at} />
        </svg>
        <EndLabel steps={at.previous} kind="previous" at={at} isOver={isFar || apart < 0} />
        <EndLabel steps={at.current} kind="current" at={at} isOver={isFar || apart >= 0} />
        {day === null ? null : <Reading at={at} day={day} />}
      </div>
      <div className="bi-months">
        {monthsBetween(at.first, at.last, mostMonths).map((number) => (
          <span key={number} style={{ left: `${at.x(number)}%` }}>
            {month(number)}
          </span>
        ))}
      </div>
    </div>
  );
};

/** How registrations add up until the start, and how those of the last edition did at the same distance from theirs. */
const Pace = ({ answer, selection, explain }: ChartProps<BiPace>) => {
  const { t } = useTranslation('reports-bi');
  const { locale } = useWords();
  const { current, previous } = answer.now;
  const by = change(current, previous, locale);
  const at = layOut(
    answer,
    selection.events.map(({ day }) => day),
  );
  const numbers = { current: formatNumber(current, locale), previous: formatNumber(previous ?? 0, locale) };
  return (
    <>
      <p className="bi-lead">
        <Explained to={explain(null)}>
          <strong data-figure="pace">{numbers.current}</strong>
        </Explained>{' '}
        {t('pace.lead', { count: current })}
        {previous === null || previous === 0 ? null : (
          <span className="bi-against">
            {' '}
            · {by ? <b>{by}</b> : null} {t('pace.against', { previous: numbers.previous })}
          </span>
        )}
      </p>
      <Plot at={at} label={t(previous === null ? 'pace.alone' : 'pace.both', numbers)} />
    </>
  );
};
export default Pace;

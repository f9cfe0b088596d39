import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '@/words/format';
import type { BiPace } from '@/domain/reports/biFigures';
import { useWords } from '@/fields/kit/useWords';
import { nth } from '@/schema/must';
import { PaceChart, sumAt, type PaceLine } from '@/views/chart/PaceChart';
import { dayNumber, dayText, monthsBetween, ticksUpTo } from '@/views/chart/scales';
import type { ChartProps } from './charts';
import { change, Count, Explained } from './Numbers';

const mostMonths = 8,
  dayMs = 86_400_000;
type Points = PaceLine['points'];

/** The chart as numbers: two lines, the number of days and the highest value. */
const layOut = ({ days, today }: BiPace, starts: readonly string[]) => {
  const now = dayNumber(today);
  const pointsOf = (name: PaceLine['key']): Points =>
    days.flatMap((row) => (row[name] === null ? [] : [[dayNumber(row.day), row[name]] as const]));
  const sold = pointsOf('current'),
    previous = pointsOf('previous');
  const first = dayNumber(nth(days, 0).day),
    last = Math.max(first + 1, ...days.map(({ day }) => dayNumber(day)), ...starts.map(dayNumber));
  const latest = sold.at(-1);
  const current: Points = latest && now < last ? [...sold, [now, latest[1]]] : sold;
  return { current, previous, first, last, now, ticks: ticksUpTo(Math.max(...[...current, ...previous].map(([, sum]) => sum))) };
};

const monthName = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    month: 'short',
    timeZone: 'UTC',
    ...(new Date(day * dayMs).getUTCMonth() === 0 && { year: 'numeric' }),
  }).format(day * dayMs);

/** The values of the lines on one day; the current one has none for future days. */
const Reading = ({ lines, day }: { readonly lines: readonly PaceLine[]; readonly day: number }) => {
  const { t } = useTranslation('reports-bi');
  return (
    <>
      <b>{formatDay(dayText(day))}</b>
      {lines
        .filter(({ key, points }) => points.length > 0 && (key === 'previous' || day <= nth(points, -1)[0]))
        .map((line) => (
          <span key={line.key}>
            {t(`pace.${line.key}`)}{' '}
            <strong>
              <Count value={sumAt(line, day) ?? 0} />
            </strong>
          </span>
        ))}
    </>
  );
};

const Plot = ({ at, label }: { readonly at: ReturnType<typeof layOut>; readonly label: string }) => {
  const { t } = useTranslation('reports-bi');
  const { locale } = useWords();
  const lineOf = (key: PaceLine['key']): PaceLine => ({
    key,
    label: (
      <>
        {t(`pace.${key}`)}{' '}
        <strong>
          <Count value={at[key].at(-1)?.[1] ?? 0} />
        </strong>
      </>
    ),
    points: at[key],
  });
  const lines = [lineOf('previous'), lineOf('current')];
  const read = (day: number) => <Reading lines={[...lines].reverse()} day={day} />;
  const months = monthsBetween(at.first, at.last, mostMonths).map((day) => ({ at: day, label: monthName(day, locale) }));
  return (
    <PaceChart
      label={label}
      lines={lines}
      axis={{ from: at.first, to: at.last, ticks: months }}
      top={nth(at.ticks, -1)}
      sums={at.ticks.map((sum) => ({ sum, label: <Count value={sum} /> }))}
      now={at.now > at.first && at.now < at.last ? { at: at.now, label: t('pace.today') } : undefined}
      reading={read}
    />
  );
};

/** How registrations grow until the start, and how those of the last edition did at the same distance from theirs. */
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

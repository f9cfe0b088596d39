import { Link } from 'react-router';
import { formatNumber } from '@/words/format';
import { midnightOf, toMexicoCity } from '@/providers/http/toMexicoCity';
import { statusGroups } from '@/domain/registration/lifecycle';
import { soldBy, type EditionPace, type Pace } from '@/domain/registration/pace';
import type { Filter } from '@/schema';
import { PaceChart, stepped, type PaceLine } from '@/views/chart/PaceChart';
import { dayTicks } from '@/views/chart/scales';
import { explainedAt } from '@/views/list/model/explainedAt';
import { useWords } from '@/fields/kit/useWords';
import './eventPace.css';

const dayMs = 86_400_000,
  headroom = 1.12; // the name of the highest line is above its end
const activeOf = ({ eventid }: EditionPace): readonly Filter[] => [
  { field: 'eventid', op: 'eq', value: eventid },
  { field: 'status', op: 'in', value: statusGroups.active },
];
/** The registrations of an edition that hold a place. */
const soldList = (edition: EditionPace): string => explainedAt('inscriptions', { and: activeOf(edition) });
/** Those that were sold when that many days were left. */
const soldByList = (edition: EditionPace, daysToGo: number): string => {
  if (daysToGo === 0) return soldList(edition);
  const noon = Date.parse(`${toMexicoCity(edition.start_at).slice(0, 10)}T18:00:00Z`);
  const end = midnightOf(toMexicoCity(new Date(noon - (daysToGo - 1) * dayMs).toISOString()));
  const before = (field: string): Filter => ({ field, op: 'lt', value: end });
  return explainedAt('inscriptions', {
    and: [...activeOf(edition), { or: [before('paid_at'), { and: [{ field: 'paid_at', op: 'null' }, before('created')] }] }],
  });
};

/** How fast an edition fills compared with the previous one: two lines, and the same as figures with links to their lists. */
export const EventPace = ({ pace: { current, previous } }: { readonly pace: Pace }) => {
  const { t, locale } = useWords();
  const number = (value: number): string => formatNumber(value, locale);
  const nameOf = ({ name }: EditionPace): string => name[locale] ?? name.es;
  const yearOf = ({ start_at }: EditionPace): string => toMexicoCity(start_at).slice(0, 4);
  const total = (edition: EditionPace): number => edition.points.at(-1)?.[1] ?? 0;
  const left = current.days_to_go,
    sold = total(current),
    then = previous ? soldBy(previous, left) : 0;
  const line = (key: PaceLine['key'], edition: EditionPace): PaceLine => ({
    key,
    label: `${yearOf(edition)} · ${number(total(edition))}`,
    points: stepped(edition.points, key === 'current' ? left : 0),
  });
  const all = [...current.points, ...(previous?.points ?? [])];
  const longest = Math.max(1, ...all.map(([days]) => days)),
    highest = Math.max(1, ...all.map(([, sum]) => sum));
  const tickOf = (days: number) => ({ at: days, label: days === 0 ? t('events.pace.start') : number(days) });
  const ahead = then > 0 ? (sold - then) / then : null;
  return (
    <div className="event-pace">
      <ul className="event-pace-figures">
        <li data-line="current">
          <Link to={soldList(current)} data-figure="pace-current">
            <strong>{number(sold)}</strong> <span>{nameOf(current)}</span>
          </Link>
          <small>{left === 0 ? t('events.pace.begun') : t('events.pace.left', { count: left })}</small>
        </li>
        {previous ? (
          <li data-line="previous">
            <Link to={soldByList(previous, left)} data-figure="pace-then">
              <strong>{number(then)}</strong> <span>{t('events.pace.then', { name: nameOf(previous) })}</span>
            </Link>
            <small>
              <Link to={soldList(previous)} data-figure="pace-previous">
                {t('events.pace.end')} <strong>{number(total(previous))}</strong>
              </Link>
            </small>
          </li>
        ) : (
          <li>{t('events.pace.hidden')}</li>
        )}
        {ahead === null ? null : (
          <li className="event-pace-ahead" data-tone={ahead < 0 ? 'behind' : 'ahead'}>
            <strong>{formatNumber(ahead, locale, { style: 'percent', signDisplay: 'exceptZero' })}</strong>{' '}
            <span>{t(ahead < 0 ? 'events.pace.behind' : 'events.pace.ahead')}</span>
          </li>
        )}
      </ul>
      <PaceChart
        lines={[...(previous ? [line('previous', previous)] : []), line('current', current)]}
        axis={{ from: longest, to: 0, ticks: dayTicks(longest).map(tickOf) }}
        top={highest * headroom}
        now={{ at: left, label: t('events.pace.today') }}
      />
      <p className="event-pace-axis">{t('events.pace.axis')}</p>
    </div>
  );
};

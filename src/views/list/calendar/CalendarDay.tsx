import { idOf, partOf, textIn } from '@/schema/unknown';
import { readText } from '../../../fields/kit/fieldUi';
import { pathTo } from '../../../fields/kit/paths';
import { recordTitle } from '../../../fields/kit/recordTitle';
import { formatDayParts } from '@/words/format';
import { useWords } from '../../../fields/kit/useWords';
import { useFollow } from '../../useFollow';
import type { Column } from '../model/listPlan';
import type { Row } from '../model/selection';
import type { ListModel } from '../model/useListModel';

interface CalendarDayProps {
  readonly list: ListModel;
  readonly by: Column;
  readonly status: Column | undefined;
  readonly day: string;
  readonly isOutside: boolean;
  readonly isToday: boolean;
  readonly rows: readonly Row[];
  /** Shows the records of the day as a table. */
  readonly onMore: () => void;
}
/** As many fit into a day without changing its height. */
const most = 4;
const timeAt = 11,
  timeLength = 5;

interface StatusDotProps {
  readonly status: Column;
  readonly resource: string;
  readonly row: Row;
}
/** The colour of a status, with its word for people who do not see it. */
const StatusDot = ({ status: { name, field }, resource, row }: StatusDotProps) => {
  const words = useWords();
  const value = textIn(row[name]);
  if (value === null) return null;
  const said = readText(row, field, { resource, name }, words);
  return (
    <span className="status calendar-dot" data-tone={textIn(partOf(partOf(partOf(field.options, 'states'), value), 'tone'))} title={said}>
      <span className="asd-hidden-text">{said}</span>
    </span>
  );
};

/** The records of one day, each as a link. */
export const CalendarDay = ({ list, by, status, day, isOutside, isToday, rows, onMore }: CalendarDayProps) => {
  const { resource, parent, panel } = list;
  const words = useWords();
  const onFollow = useFollow();
  const shown = rows.length > most ? rows.slice(0, most - 1) : rows;
  const named = formatDayParts(day, words.locale, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <li
      className="calendar-day"
      data-outside={isOutside || undefined}
      data-today={isToday || undefined}
      data-empty={rows.length === 0 || undefined}
    >
      <time dateTime={day} aria-label={named} aria-current={isToday ? 'date' : undefined}>
        <span className="calendar-number">{Number(day.slice(-2))}</span>
        <span className="calendar-named">{named}</span>
      </time>
      {shown.map((row) => {
        const id = idOf(row, resource);
        const instant = by.field.column === 'timestamptz' ? textIn(row[by.name])?.slice(timeAt, timeAt + timeLength) : undefined;
        return (
          <a
            key={id}
            className="calendar-entry"
            data-row={id}
            data-row-link=""
            data-open={id === panel?.id || undefined}
            href={pathTo(resource, 'show', { id, parent })}
            onClick={onFollow}
          >
            {status ? <StatusDot status={status} resource={resource.name} row={row} /> : null}
            {instant ? <small>{instant}</small> : null} {recordTitle(resource, row, words)}
          </a>
        );
      })}
      {shown.length < rows.length ? (
        <button type="button" className="calendar-more" onClick={onMore}>
          {words.t('list.calendar.more', { count: rows.length - shown.length })}
        </button>
      ) : null}
    </li>
  );
};

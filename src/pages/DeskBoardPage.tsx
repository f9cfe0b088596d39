import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { can } from '@/schema/project/access';
import { formatNumber } from '@/words/format';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { useLook } from '@/providers/live/useLook';
import { homeZone } from '@/schema/homeZone';
import { keyIn } from '@/schema/unknown';
import type { BoardFigures } from './desk/deskApi';
import { useDeskCalls } from './desk/useDeskCalls';
import { ForbiddenPage } from './ForbiddenPage';
import { NotFoundPage } from './NotFoundPage';
import '@/fields/kit/bib.css';
import './desk/desk.css';

const calmMs = 1000;
const clock = new Intl.DateTimeFormat('es-MX', { timeZone: homeZone, hour: '2-digit', minute: '2-digit', hour12: false });

const useBoard = (eventid: number) => {
  const calls = useDeskCalls();
  const [board, setBoard] = useState<{ readonly figures: BoardFigures; readonly at: number; readonly isStale: boolean }>();
  const asked = useRef(0);
  const look = useCallback(async (): Promise<void> => {
    const turn = (asked.current += 1);
    try {
      const figures = await calls.board(eventid);
      if (turn === asked.current) setBoard({ figures, at: Date.now(), isStale: false });
    } catch {
      if (turn === asked.current) setBoard((before) => before && { ...before, isStale: true });
    }
  }, [calls, eventid]);
  useEffect(() => {
    void look();
    return () => void (asked.current += 1);
  }, [look]);
  useLook({ resources: ['kit_deliveries', 'inscriptions', 'desks'], eventid, calmMs }, () => void look(), board?.isStale ?? true);
  return board;
};

interface BarsProps {
  readonly title: string;
  readonly rows: readonly { readonly key: string; readonly name: string; readonly count: number; readonly note?: string }[];
}
const Bars = ({ title, rows }: BarsProps) => {
  const { locale } = useWords();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section className="board-part">
      <h2>{title}</h2>
      <ul>
        {rows.map(({ key, name, count, note }) => (
          <li key={key}>
            <span>{name}</span>
            <i aria-hidden="true" style={{ inlineSize: `${(100 * count) / most}%` }} />
            <b>{formatNumber(count, locale)}</b>
            {note ? <small>{note}</small> : null}
          </li>
        ))}
      </ul>
    </section>
  );
};

interface BoardHeadProps extends Pick<BoardFigures, 'event'> {
  readonly eventid: number;
  readonly at: number;
  readonly isStale: boolean;
}
const BoardHead = ({ eventid, event, at, isStale }: BoardHeadProps) => {
  const { t, locale } = useWords();
  return (
    <header>
      <h1>{t('desk.boardTitle')}</h1>
      <p className="board-event">{event[locale] ?? event['es']}</p>
      <p className="desk-hint" data-stale={isStale}>
        {t(isStale ? 'desk.stale' : 'desk.asOf', { time: clock.format(at) })}
      </p>
      <Link className="asd-button" to={`/events/${eventid}/desk`}>
        {t('desk.boardBack')}
      </Link>
    </header>
  );
};

const Board = ({ eventid }: { readonly eventid: number }) => {
  const { t, locale } = useWords();
  const board = useBoard(eventid);
  if (!board) return <p className="desk-opening" role="status" aria-busy="true" />;
  const { figures, at, isStale } = board;
  const { event, total, delivered, partial, conflicts, desks, people, hours, last } = figures;
  const share = total === 0 ? 0 : Math.round((100 * delivered) / total);
  const recently = (count: number): { readonly note?: string } => (count > 0 ? { note: t('desk.recently', { count }) } : {});
  return (
    <div className="board">
      <BoardHead eventid={eventid} event={event} at={at} isStale={isStale} />
      <div className="board-big" role="img" aria-label={`${t('desk.deliveredCount')}: ${delivered} / ${total}`}>
        <b>{formatNumber(delivered, locale)}</b>
        <span>
          / {formatNumber(total, locale)} · {share} %
        </span>
        <i style={{ inlineSize: `${share}%` }} />
      </div>
      <dl className="board-figures">
        <div>
          <dt>{t('desk.pendingCount')}</dt>
          <dd>{formatNumber(total - delivered - partial, locale)}</dd>
        </div>
        <div>
          <dt>{t('desk.partialCount')}</dt>
          <dd>{formatNumber(partial, locale)}</dd>
        </div>
        <div data-alert={conflicts > 0}>
          <dt>{t('desk.conflict')}</dt>
          <dd>{formatNumber(conflicts, locale)}</dd>
        </div>
      </dl>
      {desks.length === 0 ? (
        <p className="desk-hint">{t('desk.noDeliveries')}</p>
      ) : (
        <div className="board-parts">
          <Bars
            title={t('desk.byDesk')}
            rows={desks.map((desk) => ({
              key: String(desk.deskid),
              name: desk.name ?? t('desk.noDesk'),
              count: desk.count,
              ...recently(desk.recently),
            }))}
          />
          <Bars
            title={t('desk.byPerson')}
            rows={people.map((one) => ({ key: String(one.userid), name: one.name ?? '—', count: one.count, ...recently(one.recently) }))}
          />
          <Bars
            title={t('desk.byHour')}
            rows={hours
              .toReversed()
              .map(({ hour, count }) => ({ key: hour, name: `${hour.slice(8, 10)}/${hour.slice(5, 7)} ${hour.slice(11)}`, count }))}
          />
          <section className="board-part">
            <h2>{t('desk.lastOnes')}</h2>
            <ul className="board-last">
              {last.map(({ kit_deliveryid, number, desk, at: when }) => (
                <li key={kit_deliveryid}>
                  <span className="asd-bib">{number ?? '—'}</span>
                  <span>{desk ?? t('desk.noDesk')}</span>
                  <small>{clock.format(Date.parse(when))}</small>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </div>
  );
};

/** The counters of the delivery of an event, large, for a screen on the wall. */
const DeskBoardPage = () => {
  const grants = useGrants(),
    registry = useRegistry();
  const eventid = keyIn(useParams()['eventid']);
  if (eventid === undefined) return <NotFoundPage />;
  return can(grants, 'board', registry.get('kit_deliveries')) ? <Board key={eventid} eventid={eventid} /> : <ForbiddenPage />;
};
export default DeskBoardPage;

import { Link } from 'react-router';
import { useStore } from '@/state/createStore';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';
import { explainedAt } from '@/views/list/model/explainedAt';
import { mute, mutedStore } from '../scan/beep';
import { DevicePassControl } from '../scan/DevicePassControl';
import { DeskPrint } from './DeskPrint';
import type { Desk, DeskState } from './createDesk';

const minuteMs = 60_000;

interface DeskTopProps {
  readonly desk: Desk;
  readonly state: DeskState;
  readonly eventid: number;
  readonly deskid: number | null;
  readonly onDesk: (deskid: number | null) => void;
}
/** Which desk this is, and whether what it does arrives. */
export const DeskTop = ({ desk, state, eventid, deskid, onDesk }: DeskTopProps) => {
  const { t, locale } = useWords();
  const isMuted = useStore(mutedStore);
  const { info, isOnline, counts, conflicts, skewMs } = state;
  const minutes = Math.round(Math.abs(skewMs) / minuteMs);
  return (
    <header className="desk-top">
      <h1>
        <span>{t('desk.title')}</span>
        {info ? <Link to={`/events/${eventid}`}>{info.event.name[locale] ?? info.event.name['es']}</Link> : null}
      </h1>
      <p className="desk-line" data-state={isOnline ? 'online' : 'offline'} role="status">
        <span>
          {t(isOnline ? 'desk.online' : 'desk.offline')}
          {isOnline ? null : <span className="desk-line-more">: {t('desk.goOn')}</span>}
        </span>
        {counts.waiting > 0 ? <b>{t('desk.waiting', { count: counts.waiting })}</b> : null}
      </p>
      <div className="desk-bar">
        <label className="desk-which">
          <span className="asd-hidden-text">{t('desk.desk')}</span>
          <select value={deskid ?? ''} onChange={({ target }) => onDesk(Number(target.value) || null)}>
            <option value="">{t('desk.noDesk')}</option>
            {info?.desks.map(({ deskid: id, name, letter_range }) => (
              <option key={id} value={id}>
                {[name, letter_range].filter(Boolean).join(' · ')}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="desk-tool"
          aria-pressed={!isMuted}
          aria-label={t(isMuted ? 'scan.sound.unmute' : 'scan.sound.mute')}
          title={t(isMuted ? 'scan.sound.unmute' : 'scan.sound.mute')}
          onClick={() => mute(!isMuted)}
        >
          <Glyph name={isMuted ? 'muted' : 'sound'} />
        </button>
        <DevicePassControl
          eventid={eventid}
          endsAt={() => (info ? (info.event.end_at ?? info.event.start_at) : null)}
          keep={desk.keepCopy}
          photos={state.portraits}
        />
        <DeskPrint eventid={eventid} />
        <Link className="desk-tool desk-board-link" to={`/events/${eventid}/desk/board`}>
          <Glyph name="chart" />
          <span>{t('desk.board')}</span>
        </Link>
      </div>
      {minutes >= 2 ? <p className="desk-warn">{t('desk.clock', { minutes })}</p> : null}
      {conflicts.length > 0 ? (
        <p className="desk-warn" role="alert" data-state="conflict">
          <b>{t('desk.conflicts', { count: conflicts.length })}</b> {t('desk.conflictsNote')}{' '}
          <Link
            to={explainedAt('kit_deliveries', {
              and: [
                { field: 'eventid', op: 'eq', value: eventid },
                { field: 'status', op: 'in', value: ['conflict'] },
              ],
            })}
          >
            {t('desk.seeConflicts')}
          </Link>
        </p>
      ) : null}
    </header>
  );
};

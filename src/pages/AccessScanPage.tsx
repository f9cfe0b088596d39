import { useCallback, useEffect, useState } from 'react';
import { useParams, Link } from 'react-router';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { failureOf } from '@/fields/kit/failureOf';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';
import { formatNumber, formatRelative } from '@/words/format';
import { directionsOf, type Direction } from '@/domain/registration/judgeScan';
import { useStore } from '@/state/createStore';
import { AnswerScreen } from './access/AnswerScreen';
import { LastScans } from './access/LastScans';
import { answerOf } from './access/answerOf';
import { bibOf } from './access/looks';
import { PointCounters } from './access/PointCounters';
import type { Target } from './access/shownFor';
import { Troubles } from './access/Troubles';
import { usePointDesk } from './access/usePointDesk';
import { beep, mute, mutedStore } from './scan/beep';
import { DevicePassControl } from './scan/DevicePassControl';
import { ScanBox } from './scan/ScanBox';
import { ForbiddenPage } from './ForbiddenPage';
import { NotFoundPage } from './NotFoundPage';
import './access/access.css';

const keyOf = (text: string | undefined): number => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);
type Desk = ReturnType<typeof usePointDesk>;

/** Whether the device can judge alone, what waits, and whether there is a connection. */
const DeviceState = ({ copy, state: { isOnline, waiting } }: Desk) => {
  const { t, locale } = useWords();
  const { as_of, size, isFetching } = copy.state();
  const count = formatNumber(size, locale);
  return (
    <p className="acc-device" role="status">
      {isOnline ? null : <b data-state="offline">{t('scan.device.offline')}</b>}
      {waiting > 0 ? <b data-state="waiting">{t('scan.device.waiting', { count: waiting })}</b> : null}
      <span>
        {as_of === null
          ? t(isFetching ? 'scan.device.preparing' : 'scan.device.unprepared', { count })
          : t('scan.device.ready', { count, ago: formatRelative(as_of, locale) })}
      </span>
    </p>
  );
};

const DirectionSwitch = ({
  offered,
  direction,
  onChange,
}: {
  readonly offered: readonly Direction[];
  readonly direction: Direction;
  readonly onChange: (next: Direction) => void;
}) => {
  const { t } = useWords();
  if (offered.length < 2) return <p className="acc-way">{t(`lists.scan_directions.${direction}`)}</p>;
  return (
    <div className="acc-ways" role="group" aria-label={t('scan.direction')}>
      {offered.map((each) => (
        <button key={each} type="button" aria-pressed={each === direction} onClick={() => onChange(each)}>
          {t(`lists.scan_directions.${each}`)}
        </button>
      ))}
    </div>
  );
};

const MuteButton = () => {
  const { t } = useWords();
  const isMuted = useStore(mutedStore);
  const label = t(isMuted ? 'scan.sound.unmute' : 'scan.sound.mute');
  return (
    <button type="button" className="scan-tool" aria-label={label} title={label} onClick={() => mute(!isMuted)}>
      <Glyph name={isMuted ? 'muted' : 'sound'} />
    </button>
  );
};

/** People whose names fit what is being typed. */
const Matches = ({
  copy,
  text,
  onPick,
}: Pick<Desk, 'copy'> & { readonly text: string; readonly onPick: (inscriptionid: number) => void }) => {
  const { t } = useWords();
  const found = copy.search(text);
  if (found.length === 0) return null;
  return (
    <ul className="acc-matches" aria-label={t('scan.matches')}>
      {found.map((person) => (
        <li key={person.inscriptionid}>
          <button type="button" onClick={() => onPick(person.inscriptionid)}>
            <b>{bibOf(person) || person.folio}</b>{' '}
            <span>
              {person.name}
              <small>{copy.distance(person.distanceid)}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};

/** The sound of each answer, once, also when the server corrects what the device said. */
const useSounds = ({ shown }: Desk['state']): void => {
  const answer = shown && answerOf(shown);
  const key = answer && `${shown.client_uuid} ${shown.refusal ?? answer.word}`;
  const tone = answer?.isOpen ? null : answer?.look.tone;
  useEffect(() => {
    if (key && tone) beep(tone);
  }, [key, tone]);
};

const Point = ({ eventid, asenterid, mayForce }: { readonly eventid: number; readonly asenterid: number; readonly mayForce: boolean }) => {
  const { t } = useWords();
  const point = usePointDesk(eventid, asenterid);
  const { desk, copy, state, watched, error } = point;
  const [wanted, setWanted] = useState<Direction>('entry');
  const [typed, setTyped] = useState('');
  const offered = watched ? directionsOf(watched.rules) : [wanted];
  const direction = offered.includes(wanted) ? wanted : (offered[0] ?? wanted);
  useSounds(state);
  const scan = (target: Target): void => {
    setTyped('');
    void desk.scan(target, direction);
  };
  const close = useCallback(() => desk.close(), [desk]);
  const { shown } = state;
  const failure = watched === null && error ? failureOf(error) : null;
  if (failure?.statusCode === 404) return <NotFoundPage />;
  if (failure?.statusCode === 403) return <ForbiddenPage />;
  return (
    <div className="acc-page">
      <header className="acc-head">
        <div>
          <h1>{watched?.name ?? t('asenters.singular')}</h1>
          <Link to={`/events/${eventid}/asenters/${asenterid}`}>{t('scan.back')}</Link>
        </div>
        <DirectionSwitch offered={offered} direction={direction} onChange={setWanted} />
        <MuteButton />
      </header>
      {watched && watched.status !== 'active' ? (
        <p className="acc-closed" role="alert">
          {t(watched.status === 'paused' ? 'scan.closed.ACCESS_PAUSED' : 'scan.closed.ACCESS_CLOSED')}
        </p>
      ) : null}
      <ScanBox
        label={t('scan.box.label')}
        placeholder={t('scan.box.placeholder')}
        isBusy={state.isBusy}
        onCode={(code) => scan({ code })}
        onType={setTyped}
      />
      <Matches copy={copy} text={typed} onPick={(inscriptionid) => scan({ inscriptionid })} />
      <DeviceState {...point} />
      <DevicePassControl eventid={eventid} endsAt={() => watched?.endsAt || null} keep={copy.keep} />
      {watched ? <PointCounters counts={watched.counts} unsent={state.unsent} /> : null}
      <Troubles
        refused={state.refused}
        differing={state.differing}
        onDismiss={(id) => void desk.dismiss(id)}
        onForget={() => desk.forgetDiffering()}
      />
      <LastScans last={watched?.last ?? []} unsent={state.unsent} copy={copy} />
      {shown ? (
        <AnswerScreen
          key={shown.client_uuid}
          shown={shown}
          copy={copy}
          watched={watched}
          mayForce={mayForce}
          isOnline={state.isOnline}
          onForce={(reason) => {
            const { code, inscriptionid } = shown.input;
            const target = shown.person
              ? { inscriptionid: shown.person.inscriptionid }
              : inscriptionid
                ? { inscriptionid }
                : { code: code ?? '' };
            void desk.scan(target, shown.input.direction, reason);
          }}
          onRedeem={desk.redeem}
          onTakeBack={desk.takeBack}
          onClose={close}
        />
      ) : null}
    </div>
  );
};

/** The screen at a door: scans one code after another, with a connection or without. */
const AccessScanPage = () => {
  const params = useParams();
  const grants = useGrants();
  const resource = useRegistry().get('asenters');
  const eventid = keyOf(params['eventid']),
    asenterid = keyOf(params['asenterid']);
  if (!eventid || !asenterid) return <NotFoundPage />;
  if (!can(grants, 'scan', resource)) return <ForbiddenPage />;
  return <Point key={asenterid} eventid={eventid} asenterid={asenterid} mayForce={can(grants, 'force', resource)} />;
};
export default AccessScanPage;

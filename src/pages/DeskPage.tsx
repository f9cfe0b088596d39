import { useParams } from 'react-router';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { keyIn } from '@/schema/unknown';
import { ScanBox } from './scan/ScanBox';
import { waitingQueue } from './scan/waitingQueue';
import type { Desk, DeskState } from './desk/createDesk';
import { CurpSearch, curpIn } from './desk/CurpSearch';
import { DeskResult } from './desk/DeskResult';
import { DeskTop } from './desk/DeskTop';
import { GroupTray } from './desk/GroupTray';
import { OthersEntries } from './desk/OthersEntries';
import { PeopleList } from './desk/PeopleList';
import { PersonCard } from './desk/PersonCard';
import { RefusedEntries } from './desk/RefusedEntries';
import { deskKind, useDesk } from './desk/useDesk';
import { useDeskScreen } from './desk/useDeskScreen';
import { ForbiddenPage } from './ForbiddenPage';
import { NotFoundPage } from './NotFoundPage';
import './desk/desk.css';

interface DeskProps {
  readonly eventid: number;
  readonly desk: Desk;
  readonly state: DeskState;
}
const Opening = ({ desk, state }: Omit<DeskProps, 'eventid'>) => {
  const { t } = useWords();
  return (
    <section className="desk-opening">
      {state.phase === 'failed' ? (
        <>
          <p role="alert">{t('desk.failed')}</p>
          <button type="button" className="asd-button desk-second" onClick={() => void desk.open().catch(() => undefined)}>
            {t('desk.retry')}
          </button>
        </>
      ) : (
        <p role="status">{t('desk.loading', { count: state.loaded })}</p>
      )}
    </section>
  );
};

const Counter = ({ eventid, desk, state }: DeskProps) => {
  const { t } = useWords();
  const { userid, organizationid } = useGrants();
  const of = { userid, organizationid: organizationid ?? 0, eventid, kind: deskKind };
  const screen = useDeskScreen(eventid, desk, state);
  const { person, draft, found, group, delivering } = screen;
  const curp = curpIn(screen.text);
  const distanceOf = (id: number): string => state.info?.distances.find(({ distanceid }) => distanceid === id)?.name ?? '';
  return (
    <div className="desk">
      <DeskTop desk={desk} state={state} eventid={eventid} deskid={screen.deskid} onDesk={screen.chooseDesk} />
      <ScanBox emptied={screen.emptied} label={t('desk.search')} onCode={screen.scan} onType={screen.type} />
      <OthersEntries
        queue={waitingQueue()}
        of={of}
        isSupervisor={state.info?.is_supervisor ?? false}
        onTaken={() => void desk.sync().catch(() => undefined)}
      />
      <RefusedEntries queue={waitingQueue()} of={of} people={desk.people} />
      {delivering.last ? <DeskResult last={delivering.last} onUndo={() => void delivering.undo()} /> : null}
      {!person && delivering.problem ? (
        <p className="desk-obstacle" data-final="true" role="alert">
          {delivering.problem}
        </p>
      ) : null}
      {person && draft ? (
        <PersonCard
          key={person.inscriptionid}
          info={state.info}
          person={person}
          portraitOf={desk.portraitOf}
          draft={draft}
          onDraft={screen.change}
          awaitsBib={screen.awaitsBib}
          onAwaitBib={screen.awaitBib}
          onDeliver={() => void screen.deliver()}
          onGroup={screen.addToGroup}
          isInGroup={group.has(person)}
          onClose={screen.close}
          isBusy={delivering.isBusy}
          errors={delivering.errors}
          problem={delivering.problem}
        />
      ) : null}
      {found?.length === 0 && curp ? (
        <CurpSearch eventid={eventid} curp={curp} people={desk.people} distanceOf={distanceOf} onChoose={screen.choose} />
      ) : null}
      {found?.length === 0 && !curp ? (
        <p className="desk-hint" role="status">
          {t('desk.none', { text: screen.text })}
        </p>
      ) : null}
      {found ? <PeopleList people={found} distanceOf={distanceOf} onChoose={screen.choose} /> : null}
      {group.people.length > 0 ? (
        <GroupTray
          people={group.people}
          clubmates={group.clubmates}
          name={group.name}
          isBusy={delivering.isBusy}
          onName={group.setName}
          onRemove={group.remove}
          onClear={group.clear}
          onClub={() => group.add(group.clubmates)}
          onDeliver={() => void screen.deliverGroup()}
        />
      ) : null}
      {!person && !found && !delivering.last ? <p className="desk-hint">{t('desk.hint', { count: desk.people.size })}</p> : null}
    </div>
  );
};

const OpenDesk = ({ eventid }: { readonly eventid: number }) => {
  const { desk, state } = useDesk(eventid);
  return state.phase === 'open' ? <Counter eventid={eventid} desk={desk} state={state} /> : <Opening desk={desk} state={state} />;
};

/** Where kits of an event are handed out, for people who may. */
const DeskPage = () => {
  const grants = useGrants(),
    registry = useRegistry();
  const eventid = keyIn(useParams()['eventid']);
  if (eventid === undefined) return <NotFoundPage />;
  return can(grants, 'deliver', registry.get('kit_deliveries')) ? <OpenDesk key={eventid} eventid={eventid} /> : <ForbiddenPage />;
};
export default DeskPage;

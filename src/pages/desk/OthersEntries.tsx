import { useEffect, useState } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { useStore } from '@/state/createStore';
import type { EntriesOf, WaitingQueue } from '../scan/waitingQueue';

interface OthersEntriesProps {
  readonly queue: WaitingQueue;
  readonly of: EntriesOf & { readonly eventid: number };
  readonly isSupervisor: boolean;
  readonly onTaken: () => void;
}
/** What another person did on this device and could not send; a supervisor can send it for them. */
export const OthersEntries = ({ queue, of, isSupervisor, onTaken }: OthersEntriesProps) => {
  const { t } = useWords();
  const changes = useStore(queue.changes);
  const [count, setCount] = useState(0);
  const { userid, organizationid, eventid } = of;
  useEffect(() => {
    let isWanted = true;
    void queue.ofOthers({ userid, organizationid, eventid }).then((found) => {
      if (isWanted) setCount(found);
    });
    return () => {
      isWanted = false;
    };
  }, [queue, userid, organizationid, eventid, changes]);
  if (count === 0) return null;
  return (
    <div className="desk-warn" role="status">
      {t('desk.others', { count })}{' '}
      {isSupervisor ? (
        <button type="button" className="asd-button" onClick={() => void queue.takeOver({ userid, organizationid, eventid }).then(onTaken)}>
          {t('desk.takeOver')}
        </button>
      ) : (
        t('desk.askTakeOver')
      )}
    </div>
  );
};

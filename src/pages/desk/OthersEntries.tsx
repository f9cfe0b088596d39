import { useEffect, useState } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { useStore } from '@/state/createStore';
import type { EntriesOf, WaitingQueue } from '../scan/waitingQueue';

interface OthersEntriesProps {
  readonly queue: WaitingQueue;
  readonly of: Required<EntriesOf>;
  readonly isSupervisor: boolean;
  readonly onTaken: () => void;
}
/** What another person did on this device and could not send; a supervisor can send it for them. */
export const OthersEntries = ({ queue, of, isSupervisor, onTaken }: OthersEntriesProps) => {
  const { t } = useWords();
  const changes = useStore(queue.changes);
  const [count, setCount] = useState(0);
  const { userid, organizationid, eventid, kind } = of;
  useEffect(() => {
    let isWanted = true;
    void queue.ofOthers({ userid, organizationid, eventid, kind }).then((found) => {
      if (isWanted) setCount(found);
    });
    return () => {
      isWanted = false;
    };
  }, [queue, userid, organizationid, eventid, kind, changes]);
  if (count === 0) return null;
  return (
    <div className="desk-warn" role="status">
      {t('desk.others', { count })}{' '}
      {isSupervisor ? (
        <button
          type="button"
          className="asd-button"
          onClick={() => void queue.takeOver({ userid, organizationid, eventid, kind }).then(onTaken)}
        >
          {t('desk.takeOver')}
        </button>
      ) : (
        t('desk.askTakeOver')
      )}
    </div>
  );
};

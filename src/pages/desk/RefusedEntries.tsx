import { useEffect, useState } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { useStore } from '@/state/createStore';
import type { EntriesOf, RefusedEntry, WaitingQueue } from '../scan/waitingQueue';
import { isHanding } from './deskApi';
import type { LocalPeople } from './localPeople';
import { bibOf } from './PeopleList';

interface RefusedEntriesProps {
  readonly queue: WaitingQueue;
  readonly of: Required<EntriesOf>;
  readonly people: LocalPeople;
}
/** Deliveries that the server did not accept after the network came back; they stay until somebody has read why. */
export const RefusedEntries = ({ queue, of, people }: RefusedEntriesProps) => {
  const { t } = useWords();
  const changes = useStore(queue.changes);
  const [refused, setRefused] = useState<readonly RefusedEntry[]>([]);
  const { userid, organizationid, eventid, kind } = of;
  useEffect(() => {
    let isWanted = true;
    void queue.refused({ userid, organizationid, eventid, kind }).then((found) => {
      if (isWanted) setRefused(found);
    });
    return () => {
      isWanted = false;
    };
  }, [queue, userid, organizationid, eventid, kind, changes]);
  if (refused.length === 0) return null;
  return (
    <section className="desk-refused" role="alert">
      <h2>{t('desk.refusedTitle')}</h2>
      <ul>
        {refused.map(({ entry, refusal }) => {
          const person = isHanding(entry.payload) ? people.get(entry.payload.inscriptionid) : undefined;
          return (
            <li key={entry.client_uuid}>
              {person ? `${bibOf(person)} · ${person.name}: ` : ''}
              {refusal.message || refusal.code}{' '}
              <button type="button" className="asd-button" onClick={() => void queue.dismiss(entry.client_uuid)}>
                {t('desk.dismiss')}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

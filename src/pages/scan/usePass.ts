import { useState } from 'react';
import { useGrants } from '@/fields/kit/AppContext';
import { useServices } from '@/providers/ServicesContext';
import { useStore } from '@/state/createStore';
import { passMarkStore } from '@/state/passMark';
import { createDevicePass, type PassAnswer } from './devicePass';
import { openedStore } from './openedStore';
import type { PassContents } from './passContents';
import { prepareApp } from './prepareApp';

const hourMs = 3_600_000;
/** Papers and late pick-ups follow for a day and a half. */
const afterMs = 36 * hourMs,
  longestMs = 14 * 24 * hourMs;

/** Until when a device keeps an event: a day and a half after its end, and no longer than two weeks. Milliseconds since 1970. */
const passEnd = (endsAt: string, now = Date.now()): number => Math.min(Math.max(Date.parse(endsAt), now) + afterMs, now + longestMs);

/** What a desk or a door keeps of its event on this device, once the PIN was entered. */
export interface KeptOfEvent {
  readonly eventid: number;
  /** When the event ends, or starts where no end is known; null until the server said it. */
  readonly endsAt: () => string | null;
  /** Keeps what is known now; false when nothing could be kept. */
  readonly keep: () => Promise<boolean>;
  /** How many photographs are kept, of those that are wanted; absent where none are. */
  readonly photos?: { readonly kept: number; readonly wanted: number } | null;
}

/** The pass of this device for the time without a network. */
export const usePass = ({ eventid, endsAt, keep }: KeptOfEvent) => {
  const { session, organization, i18n } = useServices();
  const grants = useGrants();
  const mark = useStore(passMarkStore),
    opened = useStore(openedStore);
  const [isKeeping, setKeeping] = useState(false);
  /** While it works nobody reads that this device is ready: a page that is closed then would have kept nothing. */
  const whileKeeping = async <T>(work: () => Promise<T>): Promise<T> => {
    setKeeping(true);
    try {
      return await work();
    } finally {
      setKeeping(false);
    }
  };
  const isOwn = mark?.userid === grants.userid && mark.eventid === eventid && mark.expires > Date.now();
  return {
    /** None yet, one that its PIN has not opened in this page, or one that is kept up to date. */
    kind: !isOwn ? ('none' as const) : opened && !isKeeping ? ('open' as const) : ('locked' as const),
    until: isOwn ? new Date(mark.expires) : null,
    /** Whether the screens start without a network too; nothing is kept when the site has not said who the person is. */
    prepare: async (pin: string): Promise<'ready' | 'pageOnly' | 'failed'> => {
      const end = endsAt();
      const { session: known } = session.getState();
      if (end === null || !known) return 'failed';
      const expires = passEnd(end);
      const { current, organizations, roles, storeid } = organization.get();
      const contents: PassContents = {
        session: { ...known, expires: new Date(expires).toISOString() },
        organization: { current, organizations, roles, storeid },
        grants,
      };
      const isKept = await whileKeeping(async () => {
        await createDevicePass().make(pin, { userid: grants.userid, eventid, expires }, contents);
        return keep();
      });
      if (!isKept) return 'failed';
      return (await prepareApp(i18n)) ? 'ready' : 'pageOnly';
    },
    unlock: (pin: string): Promise<PassAnswer> =>
      whileKeeping(async () => {
        const answer = await createDevicePass().open(pin);
        if (answer.is === 'open') await keep();
        return answer;
      }),
  };
};

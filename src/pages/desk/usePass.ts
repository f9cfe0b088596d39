import { useGrants } from '@/fields/kit/AppContext';
import { useServices } from '@/providers/ServicesContext';
import { useStore } from '@/state/createStore';
import { passMarkStore } from '@/state/passMark';
import { createDevicePass, type PassAnswer } from '../scan/devicePass';
import { openedStore } from '../scan/openedStore';
import type { PassContents } from '../scan/passContents';
import { prepareApp } from '../scan/prepareApp';
import type { Desk } from './createDesk';
import type { DeskInfo } from './deskApi';

const hourMs = 3_600_000;
/** Papers and late pick-ups follow for a day and a half. */
const afterMs = 36 * hourMs,
  longestMs = 14 * 24 * hourMs;

/** Until when a device keeps an event: a day and a half after its end, and no longer than two weeks. Milliseconds since 1970. */
export const passEnd = ({ start_at, end_at }: DeskInfo['event'], now = Date.now()): number =>
  Math.min(Math.max(Date.parse(end_at ?? start_at), now) + afterMs, now + longestMs);

/** What this device keeps of the desk for the time without a network. */
export const usePass = (eventid: number, desk: Desk) => {
  const { session, organization, i18n } = useServices();
  const grants = useGrants();
  const mark = useStore(passMarkStore),
    opened = useStore(openedStore);
  const isOwn = mark?.userid === grants.userid && mark.eventid === eventid && mark.expires > Date.now();
  return {
    /** None yet, one that its PIN has not opened in this page, or one that is kept up to date. */
    kind: !isOwn ? ('none' as const) : opened ? ('open' as const) : ('locked' as const),
    until: isOwn ? new Date(mark.expires) : null,
    /** Whether the screens start without a network too; nothing is kept when the site has not said who the person is. */
    prepare: async (pin: string): Promise<'ready' | 'pageOnly' | 'failed'> => {
      const { info } = desk.state.get();
      const { session: known } = session.getState();
      if (!info || !known) return 'failed';
      const expires = passEnd(info.event);
      const { current, organizations, roles, storeid } = organization.get();
      const contents: PassContents = {
        session: { ...known, expires: new Date(expires).toISOString() },
        organization: { current, organizations, roles, storeid },
        grants,
      };
      await createDevicePass().make(pin, { userid: grants.userid, eventid, expires }, contents);
      if (!(await desk.keepCopy())) return 'failed';
      return (await prepareApp(i18n)) ? 'ready' : 'pageOnly';
    },
    unlock: async (pin: string): Promise<PassAnswer> => {
      const answer = await createDevicePass().open(pin);
      if (answer.is === 'open') await desk.keepCopy();
      return answer;
    },
  };
};

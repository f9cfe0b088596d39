import { isParts, partOf } from '@/schema/unknown';
import type { DeskPerson } from '@/domain/registration/desk';
import { openDeviceVault, type DeviceVault } from '../scan/deviceVault';
import { sealOf } from '../scan/sealOf';
import type { DeskInfo } from './deskApi';

/** What this device knows of the event of a desk. */
export interface DeskContents {
  readonly info: DeskInfo;
  readonly people: readonly DeskPerson[];
  /** Changes after this instant are still to be read. */
  readonly since: string;
}
/** The people of a desk on this device, for a start without a network. It needs a pass that its PIN opened. */
export interface DeskCopy {
  readonly read: () => Promise<DeskContents | null>;
  /** False when nothing could be kept. */
  readonly write: (contents: DeskContents) => Promise<boolean>;
}

const isContents = (some: unknown): some is DeskContents =>
  isParts(some) && isParts(some['info']) && Array.isArray(some['people']) && typeof partOf(some, 'since') === 'string';

/** The copy of one event; it belongs to the person who made the pass. */
export const createDeskCopy = (
  of: { readonly userid: number; readonly organizationid: number; readonly eventid: number },
  vault: () => Promise<DeviceVault> = openDeviceVault,
): DeskCopy => {
  const name = `${of.userid} desk ${of.organizationid} ${of.eventid}`;
  const seal = () => sealOf(of.userid, of.eventid);
  return {
    read: async () => {
      const opened = seal();
      if (!opened) return null;
      const { database } = await vault();
      const kept = await database.get('copies', name);
      database.close();
      const contents = kept && (await opened.open(kept, name).catch(() => null)); // of an earlier pass
      return isContents(contents) ? contents : null;
    },
    write: async (contents) => {
      const opened = seal();
      if (!opened) return false;
      const { database } = await vault();
      await database.put('copies', await opened.seal(contents, name), name);
      database.close();
      return true;
    },
  };
};

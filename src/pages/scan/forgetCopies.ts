import { markPass } from '@/state/passMark';
import { databaseName, openDeviceVault } from './deviceVault';
import { openedStore } from './openedStore';

/** Removes what this device fetched of events, when its person leaves or the day is over; what was done on it and not sent stays. */
export const forgetCopies = async (): Promise<void> => {
  markPass(null);
  openedStore.set(null);
  try {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === databaseName)) return;
    const { database } = await openDeviceVault();
    await Promise.all([database.clear('copies'), database.clear('portraits'), database.clear('passes')]);
    database.close();
  } catch {
    // without storage nothing was fetched
  }
};

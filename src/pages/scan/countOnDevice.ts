import { databaseName, openDeviceVault } from './deviceVault';

/** How much that was done on this device still has to be sent, no matter who did it; a device that never scanned gets no database. */
export const countOnDevice = async (): Promise<number> => {
  try {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === databaseName)) return 0;
    const { database } = await openDeviceVault();
    const waiting = (await database.getAll('entries')).filter(({ state }) => state === 'waiting').length;
    database.close();
    return waiting;
  } catch {
    return 0; // without storage nothing waits
  }
};

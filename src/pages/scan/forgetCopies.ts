import { databaseName, openDeviceVault } from './deviceVault';

/** Removes what this device fetched of events when its person leaves; what was done on it and not sent stays. */
export const forgetCopies = async (): Promise<void> => {
  try {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === databaseName)) return;
    const { database } = await openDeviceVault();
    await database.clear('copies');
    database.close();
  } catch {
    // without storage nothing was fetched
  }
};

const key = 'dorsal.desk.device';

/** The name of this device in records of deliveries; made once. */
export const deviceName = (): string => {
  try {
    const known = localStorage.getItem(key);
    if (known) return known;
    const made = `mesa-${crypto.randomUUID().slice(0, 6)}`;
    localStorage.setItem(key, made);
    return made;
  } catch {
    return 'mesa'; // without storage the records name no device
  }
};
const deskKey = (eventid: number): string => `dorsal.desk.of.${eventid}`;
/** The desk at which this device is used, by event. */
export const savedDesk = (eventid: number): number | null => {
  try {
    return Number(localStorage.getItem(deskKey(eventid))) || null;
  } catch {
    return null;
  }
};
export const saveDesk = (eventid: number, deskid: number | null): void => {
  try {
    localStorage.setItem(deskKey(eventid), String(deskid ?? ''));
  } catch {
    // the choice lasts as long as the page
  }
};

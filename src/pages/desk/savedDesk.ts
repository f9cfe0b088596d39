const deskKey = (eventid: number): string => `dorsal.desk.of.${eventid}`;
/** The desk at which this device is used, by event. */
export const savedDesk = (eventid: number): number | null => {
  try {
    return Number(localStorage.getItem(deskKey(eventid))) || null;
  } catch {
    return null;
  }
};
/** Remembers it on this device. */
export const saveDesk = (eventid: number, deskid: number | null): void => {
  try {
    localStorage.setItem(deskKey(eventid), String(deskid ?? ''));
  } catch {
    // the choice lasts as long as the page
  }
};

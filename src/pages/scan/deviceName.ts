const storageKey = 'dorsal.scan.device';
const randomName = (): string => `lector-${Math.random().toString(36).slice(2, 6)}`;
let name: string | undefined;

/** The name of this device in what it sends, the same until its storage is cleared. */
export const deviceName = (): string => {
  if (name !== undefined) return name;
  try {
    name = localStorage.getItem(storageKey) ?? randomName();
    localStorage.setItem(storageKey, name);
  } catch {
    name ??= randomName(); // without storage it lasts as long as the page
  }
  return name;
};

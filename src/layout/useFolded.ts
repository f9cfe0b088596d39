import { useState } from 'react';

const key = 'dorsal.menu';
const saved = (): boolean => {
  try {
    return localStorage.getItem(key) === 'folded';
  } catch {
    return false; // a browser without storage shows the whole menu
  }
};
/** Whether the menu is folded to its icons, remembered on this device. */
export const useFolded = (): readonly [boolean, (folded: boolean) => void] => {
  const [folded, setFolded] = useState(saved);
  const fold = (next: boolean): void => {
    setFolded(next);
    try {
      localStorage.setItem(key, next ? 'folded' : 'open');
    } catch {
      // the choice lasts as long as the page
    }
  };
  return [folded, fold];
};

import { useEffect, useRef } from 'react';
import type { ShortcutName } from './shortcuts';

/** Something that the screen lets the person do now, for the command palette. */
export interface PaletteAction {
  /** Its address where it only leads somewhere, so that it is not offered twice. */
  readonly key: string;
  readonly label: string;
  /** Does the same from the keyboard. */
  readonly shortcut?: ShortcutName;
  /** Changes only how the screen shows what it shows: it comes after what changes something. */
  readonly isTool?: boolean;
  readonly run: () => void;
}
type Offer = () => readonly PaletteAction[];
const offers = new Set<Offer>();

/** Tells the palette what a view offers while it is on screen. The view is asked when the palette opens, never while it draws. */
export const usePaletteActions = (offer: Offer): void => {
  const newest = useRef(offer);
  useEffect(() => {
    newest.current = offer;
  });
  useEffect(() => {
    const ask: Offer = () => newest.current();
    offers.add(ask);
    return () => void offers.delete(ask);
  }, []);
};
/** What the views on screen offer now. */
export const paletteActions = (): readonly PaletteAction[] => {
  const all = [...offers].flatMap((ask) => ask());
  return [...all.filter(({ isTool }) => !isTool), ...all.filter(({ isTool }) => isTool)];
};

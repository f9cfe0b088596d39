import { useEffect, useRef } from 'react';
import type { ShortcutName } from './shortcuts';

/** Something that the person can do on this screen now, for the command palette. */
export interface PaletteAction {
  /** Its address if it only leads somewhere, so that it is not offered twice. */
  readonly key: string;
  readonly label: string;
  /** The keyboard shortcut for the same. */
  readonly shortcut?: ShortcutName;
  /** It only changes how the screen is shown, so it is listed after actions that change data. */
  readonly isTool?: boolean;
  readonly run: () => void;
}
type Offer = () => readonly PaletteAction[];
const offers = new Set<Offer>();

/** Registers what a view offers in the palette while it is on screen. The view is asked when the palette opens, not while it draws. */
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
/** The present actions of the views on screen. */
export const paletteActions = (): readonly PaletteAction[] => {
  const all = [...offers].flatMap((ask) => ask());
  return [...all.filter(({ isTool }) => !isTool), ...all.filter(({ isTool }) => isTool)];
};

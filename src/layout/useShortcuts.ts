import { useEffect, useRef } from 'react';
import { isCovered } from '@/frame/overlayStack';
import { goKey, isTyping, plainKey, pressed } from '@/frame/shortcuts';
import { paletteActions } from '@/frame/usePaletteActions';
import type { LetterPlace } from './routing/menu';

export interface ShortcutHandlers {
  readonly places: readonly LetterPlace[];
  readonly go: (to: string) => void;
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}
/** How long `g` waits for its letter. */
const patienceMs = 1500;

/** The action of the top screen with the same key. */
const offered = (event: KeyboardEvent): (() => void) | undefined =>
  paletteActions().find(({ shortcut }) => shortcut !== undefined && pressed(shortcut, event))?.run;

/** The shortcuts of the frame: the palette, the help, the places of the menu, and the actions of the screen. */
export const useShortcuts = (handlers: ShortcutHandlers): void => {
  const newest = useRef(handlers);
  useEffect(() => {
    newest.current = handlers;
  });
  useEffect(() => {
    let waitsUntil = 0;
    const take = (event: KeyboardEvent, act: () => void): void => {
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    /** Before the page: the letter after `g` means a place, whatever it means alone. */
    const first = (event: KeyboardEvent): void => {
      const { places, go, openPalette } = newest.current;
      if (isCovered()) return;
      if (pressed('palette', event)) return take(event, openPalette);
      const key = isTyping(event.target) || event.repeat ? undefined : plainKey(event);
      const isSecond = performance.now() < waitsUntil;
      waitsUntil = 0;
      const place = isSecond ? places.find(({ letter }) => letter === key) : undefined;
      if (place) return take(event, () => go(place.to));
      if (key === goKey) waitsUntil = performance.now() + patienceMs;
    };
    /** After the page: a row that used the key has marked it. */
    const last = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || isTyping(event.target) || isCovered()) return;
      if (pressed('help', event)) return take(event, newest.current.openHelp);
      const act = offered(event);
      if (act) take(event, act);
    };
    window.addEventListener('keydown', first, true);
    window.addEventListener('keydown', last);
    return () => {
      window.removeEventListener('keydown', first, true);
      window.removeEventListener('keydown', last);
    };
  }, []);
};

import { useEffect, useState } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { Keys } from '../frame/Keys';
import { isTyping, keysOf, pressed } from '../frame/shortcuts';
import { undoStore, type Undoable } from '../state/undoStore';
import { useStore } from '../state/createStore';
import { Glyph } from '../frame/Glyph';
import './undoBar.css';

const shownMs = 10_000;

/** Closes the bar after its time, which stops while the mouse or the focus is on it. */
const useTimeLeft = (offer: Undoable, isHeld: boolean): void => {
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => {
      if (undoStore.get() === offer) undoStore.set(null);
    }, shownMs);
    return () => clearTimeout(timer);
  }, [offer, isHeld]);
};

const Offer = ({ offer }: { readonly offer: Undoable }) => {
  const { t } = useWords();
  const [isHeld, setHeld] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useTimeLeft(offer, isHeld || isBusy);
  useEffect(() => {
    const take = (event: KeyboardEvent): void => {
      if (!pressed('undo', event) || isTyping(event.target)) return;
      event.preventDefault();
      document.querySelector<HTMLElement>('[data-undo]')?.click();
    };
    document.addEventListener('keydown', take);
    return () => document.removeEventListener('keydown', take);
  }, []);
  const close = (): void => undoStore.set(null);
  const take = async (): Promise<void> => {
    setBusy(true);
    await offer.take();
    if (undoStore.get() === offer) close();
  };
  return (
    <section
      className="asd-undo"
      aria-label={t('action.undoBar')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span role="status">{offer.text}</span>
      <button
        type="button"
        className="asd-button"
        data-undo=""
        aria-busy={isBusy}
        onClick={() => {
          if (!isBusy) void take();
        }}
      >
        {t('action.undo')} <Keys keys={keysOf('undo')} />
      </button>
      <button type="button" className="asd-bar-button" aria-label={t('action.undoClose')} title={t('action.undoClose')} onClick={close}>
        <Glyph name="close" />
      </button>
    </section>
  );
};

/** Offers to take back what was just done, for ten seconds. */
export const UndoBar = () => {
  const offer = useStore(undoStore);
  return offer ? <Offer key={offer.text} offer={offer} /> : null;
};

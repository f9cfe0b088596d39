import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Glyph } from '@/frame/Glyph';
import { isCovered } from '@/frame/overlayStack';
import { useWords } from '@/fields/kit/useWords';
import './scan.css';

const CameraReader = lazy(() => import('./CameraReader'));

export interface ScanBoxProps {
  /** A whole line: a scanner ends it with Enter, and so do people; also what the camera read. */
  readonly onCode: (code: string) => void;
  /** The text so far, for screens that search while somebody types. */
  readonly onType?: (text: string) => void;
  readonly label: string;
  readonly placeholder?: string;
  readonly isBusy?: boolean;
  /** Empties the box when it changes: the next code must not follow what was typed before. */
  readonly emptied?: number;
  /** Buttons of the page, at the end of the row. */
  readonly children?: ReactNode;
}

const editable = 'input, textarea, select, [contenteditable="true"], dialog, [role="dialog"], [role="menu"], [role="listbox"]';
/** Whether what has the focus needs the keys itself. */
const isTaken = (): boolean => isCovered() || document.activeElement?.closest(editable) != null;
const isTouch = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

/** Keeps the focus in the box: a press elsewhere lends it, and a letter that no other text box takes comes here. */
const useKeptFocus = () => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const control = new AbortController(),
      { signal } = control;
    const back = (): void => {
      if (!isTaken()) box.current?.focus({ preventScroll: true });
    };
    back();
    // After the press has done its work: it may have opened a dialog, or focused a text box.
    document.addEventListener('click', () => setTimeout(back), { signal });
    window.addEventListener('focus', back, { signal });
    window.addEventListener(
      'keydown',
      (event) => {
        const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
        if (!isLetter || isTaken()) return;
        box.current?.focus({ preventScroll: true });
        event.stopPropagation(); // a letter of a code is no shortcut
      },
      { signal, capture: true },
    );
    return () => control.abort();
  }, []);
  return box;
};

/** One large text box that always has the focus, for USB scanners and fingers, with the camera next to it. */
export const ScanBox = ({ onCode, onType, label, placeholder, isBusy = false, emptied, children }: ScanBoxProps) => {
  const { t } = useWords();
  const id = useId();
  const box = useKeptFocus();
  const [text, setText] = useState('');
  useEffect(() => setText(''), [emptied]);
  const [hasCamera, setCamera] = useState(false);
  const [hasKeys, setKeys] = useState(() => !isTouch());
  const change = (typed: string): void => {
    setText(typed);
    onType?.(typed);
  };
  return (
    <div className="scan-box">
      <form
        className="scan-line"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const code = text.trim();
          change('');
          if (code !== '') onCode(code);
        }}
      >
        <label className="asd-hidden-text" htmlFor={id}>
          {label}
        </label>
        <input
          ref={box}
          id={id}
          className="scan-text"
          type="text"
          inputMode={hasKeys ? 'text' : 'none'}
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          placeholder={placeholder ?? label}
          aria-busy={isBusy}
          onChange={({ target }) => change(target.value)}
        />
        {isTouch() ? (
          <button
            type="button"
            className="scan-tool"
            aria-label={t('scan.box.keyboard')}
            title={t('scan.box.keyboard')}
            aria-pressed={hasKeys}
            onClick={() => setKeys(!hasKeys)}
          >
            <Glyph name="keyboard" />
          </button>
        ) : null}
        <button
          type="button"
          className="scan-tool"
          aria-label={t('scan.box.camera')}
          title={t('scan.box.camera')}
          aria-pressed={hasCamera}
          onClick={() => setCamera(!hasCamera)}
        >
          <Glyph name="camera" />
        </button>
        {children}
      </form>
      {hasCamera ? (
        <Suspense fallback={<p className="scan-camera-note">{t('scan.camera.opening')}</p>}>
          <CameraReader onCode={onCode} onClose={() => setCamera(false)} />
        </Suspense>
      ) : null}
    </div>
  );
};

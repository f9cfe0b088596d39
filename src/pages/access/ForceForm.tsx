import { useEffect, useId, useRef, useState } from 'react';
import { useWords } from '@/fields/kit/useWords';

interface ForceFormProps {
  readonly onForce: (reason: string) => void;
  readonly onCancel: () => void;
}
const mostLetters = 300;

/** Asks why somebody passes whom the rules refuse. */
export const ForceForm = ({ onForce, onCancel }: ForceFormProps) => {
  const { t } = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className="acc-force"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '') {
          setMissing(true);
          field.current?.focus();
        } else onForce(reason.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <label htmlFor={id}>{t('scan.force.reason')}</label>
      <input
        ref={field}
        id={id}
        maxLength={mostLetters}
        autoComplete="off"
        value={reason}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        onChange={({ target }) => {
          setReason(target.value);
          setMissing(false);
        }}
      />
      {isMissing ? (
        <p id={`${id}-error`} role="alert">
          {t('scan.force.missing')}
        </p>
      ) : null}
      <div className="acc-buttons">
        <button type="button" className="acc-button" onClick={onCancel}>
          {t('scan.force.cancel')}
        </button>
        <button type="submit" className="acc-button" data-main>
          {t('scan.force.confirm')}
        </button>
      </div>
    </form>
  );
};

import { Button } from '@/frame/antd/Button';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { choiceFor } from './mappingDraft';
import type { OfferedField } from './importApi';

interface CellEditorProps {
  readonly field: OfferedField;
  readonly label: string;
  readonly text: string;
  readonly isCorrected: boolean;
  readonly isBusy: boolean;
  readonly refusal: string | undefined;
  /** The corrected text; null takes the correction back. */
  readonly onCommit: (text: string | null) => void;
  readonly onClose: () => void;
}
/** A cell while it is corrected: Enter keeps the text, Escape leaves it as it was. */
export const CellEditor = ({ field, label, text, isCorrected, isBusy, refusal, onCommit, onClose }: CellEditorProps) => {
  const { t } = useWords();
  const [typed, setTyped] = useState(field.choices.length > 0 ? (choiceFor(field, { column: '', field: field.name }, text) ?? '') : text);
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useEffect(() => input.current?.focus(), []);
  const commit = (): void => {
    if (isBusy) return;
    if (typed === text) onClose();
    else onCommit(typed.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      commit();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  };
  const common = { ref: input, className: 'asd-field', 'aria-label': label, value: typed, onKeyDown };
  return (
    <div className="imp-edit">
      {field.choices.length > 0 ? (
        <select {...common} onChange={({ target }) => setTyped(target.value)}>
          <option value="">{t('import_jobs.columns.noValue')}</option>
          {field.choices.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input {...common} maxLength={1000} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
      )}
      <span className="imp-edit-tools">
        <Button size="small" type="primary" aria-busy={isBusy} onClick={commit}>
          {t('import_jobs.check.keep')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('import_jobs.check.cancel')}
        </Button>
        {isCorrected ? (
          <Button size="small" onClick={() => onCommit(null)}>
            {t('import_jobs.check.original')}
          </Button>
        ) : null}
      </span>
      {refusal ? (
        <span className="form-field-error" role="alert">
          {refusal}
        </span>
      ) : null}
    </div>
  );
};

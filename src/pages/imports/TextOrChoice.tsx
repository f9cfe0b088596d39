import { useEffect, useState } from 'react';
import { useWords } from '@/fields/kit/useWords';
import type { OfferedField } from './importApi';

interface TextOrChoiceProps {
  readonly id: string;
  readonly field: OfferedField;
  readonly text: string;
  readonly onCommit: (text: string) => void;
}
/** A value as a file would say it: one of the choices, or a text that is taken when the person leaves it or presses Enter. */
export const TextOrChoice = ({ id, field, text, onCommit }: TextOrChoiceProps) => {
  const { t } = useWords();
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  if (field.choices.length > 0)
    return (
      <select id={id} className="asd-field" value={text} onChange={({ target }) => onCommit(target.value)}>
        <option value="">{t('import_jobs.columns.noValue')}</option>
        {field.choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  const commit = (): void => {
    if (typed !== text) onCommit(typed.trim());
  };
  return (
    <input
      id={id}
      className="asd-field"
      value={typed}
      maxLength={1000}
      autoComplete="off"
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
    />
  );
};

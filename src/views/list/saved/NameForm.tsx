import { useState, type FormEvent } from 'react';
import { useWords } from '../../../fields/kit/useWords';

/** Asks for the name of a view. */
export const NameForm = ({
  label,
  start,
  accept,
  onSave,
  onCancel,
}: {
  readonly label: string;
  readonly start: string;
  readonly accept: string;
  readonly onSave: (name: string) => void;
  readonly onCancel?: () => void;
}) => {
  const { t } = useWords();
  const [name, setName] = useState(start);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim()) onSave(name.trim());
  };
  return (
    <form className="list-views-form" onSubmit={send}>
      <input
        aria-label={label}
        placeholder={label}
        value={name}
        maxLength={80}
        autoComplete="off"
        autoFocus={onCancel !== undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="asd-button" aria-disabled={name.trim() ? undefined : true}>
        {accept}
      </button>
      {onCancel ? (
        <button type="button" className="list-button" onClick={onCancel}>
          {t('list.views.cancel')}
        </button>
      ) : null}
    </form>
  );
};

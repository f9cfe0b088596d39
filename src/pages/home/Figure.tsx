import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

interface FigureProps {
  /** Its name, for tests. */
  readonly name?: string;
  readonly title: string;
  readonly note?: string;
  readonly to: string;
  readonly value: ReactNode;
  readonly isLoading: boolean;
  readonly isError: boolean;
  readonly onRetry: () => void;
}
/** One number of the organization, with a link to the list that explains it. */
export const Figure = ({ name, title, note, to, value, isLoading, isError, onRetry }: FigureProps) => {
  const { t } = useTranslation(['home', 'common']);
  if (isError) {
    return (
      <div className="asd-figure" role="alert">
        <span className="asd-figure-title">{title}</span>
        <span className="asd-figure-note">{t('failed')}</span>
        <button type="button" className="asd-button" onClick={onRetry}>
          {t('buttons.retry', { ns: 'common' })}
        </button>
      </div>
    );
  }
  return (
    <Link className="asd-figure" to={to} data-figure={name} aria-busy={isLoading || undefined}>
      <span className="asd-figure-title">{title}</span>
      {isLoading ? <span className="asd-skeleton asd-figure-wait" /> : <strong className="asd-figure-value">{value}</strong>}
      {note ? <span className="asd-figure-note">{note}</span> : null}
    </Link>
  );
};

import { useTranslation } from 'react-i18next';

interface LoadFailedProps {
  /** The texts of the page, which say what could not be loaded. */
  readonly words: 'audit' | 'home' | 'inbox' | 'reports-bi';
  readonly onRetry: () => void;
  /** Shown within a line instead of as one. */
  readonly isPart?: boolean;
  /** Names what failed, if nothing around it does. */
  readonly what?: string;
}
/** Says that something could not be loaded, and offers to try again. */
export const LoadFailed = ({ words, onRetry, isPart = false, what }: LoadFailedProps) => {
  const { t } = useTranslation([words, 'common']);
  const Line = isPart ? 'span' : 'p';
  return (
    <Line role="alert">
      {what === undefined ? '' : `${what}: `}
      {t('failed')}{' '}
      <button type="button" className="asd-button" onClick={onRetry}>
        {t('buttons.retry', { ns: 'common' })}
      </button>
    </Line>
  );
};

import { useWords } from '../../fields/kit/useWords';
import './record.css';

/** A placeholder for a record while it is read. */
export const RecordSkeleton = () => {
  const { t } = useWords();
  return (
    <div className="record-skeleton" role="status" aria-label={t('show.loading')}>
      {Array.from({ length: 8 }, (_, at) => (
        <span key={at} style={{ width: `${30 + ((at * 37) % 50)}%` }} />
      ))}
    </div>
  );
};

import { useWords } from '@/fields/kit/useWords';
import { formatNumber } from '@/words/format';
import type { ImportTotals, RowFilter } from './importApi';

interface RowCountsProps {
  readonly totals: ImportTotals;
  readonly of: readonly RowFilter[];
  readonly filter: RowFilter;
  readonly onFilter: (filter: RowFilter) => void;
}
/** Kinds that are shown only where there are such rows. */
const rare: ReadonlySet<RowFilter> = new Set(['proposed', 'stayed', 'undone', 'same', 'changed']);
const countOf = (totals: ImportTotals, filter: RowFilter): number =>
  filter === 'all' ? totals.rows : filter === 'written' ? totals.new + totals.changed : totals[filter];

/** How many rows are of each kind; a press shows only those. Kinds without rows are left out. */
export const RowCounts = ({ totals, of, filter, onFilter }: RowCountsProps) => {
  const { t, locale } = useWords();
  const shown = of.filter((each) => !rare.has(each) || each === filter || countOf(totals, each) > 0);
  return (
    <div className="imp-counts" role="group" aria-label={t('import_jobs.check.filter')}>
      {shown.map((each) => (
        <button
          key={each}
          type="button"
          data-kind={countOf(totals, each) > 0 ? each : undefined}
          aria-pressed={filter === each}
          onClick={() => onFilter(each)}
        >
          <b>{formatNumber(countOf(totals, each), locale)}</b>
          <span>{t(`import_jobs.kinds.${each}`)}</span>
        </button>
      ))}
    </div>
  );
};

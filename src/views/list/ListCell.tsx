import type { CellProps, Place } from '../contracts';
import { readText, uiOf } from '../fieldUi';
import { useWords } from '../useWords';
import type { Column } from './listPlan';
import type { Row } from './selection';

interface ListCellProps {
  readonly column: Column;
  readonly place: Place;
  readonly row: Row;
  /** Whether an absent value is still on its way. */
  readonly isComing: boolean;
}

/** One value in a table: drawn by its type, or a dash. */
export const ListCell = ({ column: { field }, place, row, isComing }: ListCellProps) => {
  const words = useWords();
  const value = row[place.name];
  if (value === undefined && isComing) return <span className="asd-skeleton" />;
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return <span className="list-none" aria-label={words.t('list.values.none')}>—</span>;
  const { Cell } = uiOf(field);
  const cell: CellProps = { value, field, place, row };
  return Cell ? <Cell {...cell} /> : readText(row, field, place, words);
};

import type { ReactNode } from 'react';
import type { CellProps, Place, TextContext } from '../../../fields/kit/contracts';
import { readText, uiOf } from '../../../fields/kit/fieldUi';
import { useWords } from '../../../fields/kit/useWords';
import type { Column } from '../model/listPlan';
import type { Row } from '../model/selection';

interface ListCellProps {
  readonly column: Column;
  readonly place: Place;
  readonly row: Row;
  /** Whether an absent value is still loading. */
  readonly isComing: boolean;
}

/**
 * One value in a table: drawn by its type, or a dash. A plain function, because a component for each of many hundred cells costs more than
 * its content.
 */
export const drawCell = ({ column: { field }, place, row, isComing }: ListCellProps, words: TextContext): ReactNode => {
  const value = row[place.name];
  if (value === undefined && isComing) return <span className="asd-skeleton" />;
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return (
      <span className="list-none" aria-label={words.t('list.values.none')}>
        —
      </span>
    );
  const { Cell } = uiOf(field);
  const cell: CellProps = { value, field, place, row, words };
  return Cell ? Cell(cell) : readText(row, field, place, words);
};

/** `drawCell` as a component. */
export const ListCell = (props: ListCellProps): ReactNode => drawCell(props, useWords());

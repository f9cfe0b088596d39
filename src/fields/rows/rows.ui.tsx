import { lazy, Suspense } from 'react';
import type { AnyField } from '@/schema';
import { defineFieldUi, type CellProps, type Place, type TextContext } from '@/fields/kit/contracts';
import { readText } from '@/fields/kit/fieldUi';
import { placeOf, standing } from './standing';

const RowsTable = lazy(() => import('./RowsTable'));

type Rows = readonly object[];
const toText = (rows: Rows, { members = {} }: AnyField, place: Place, context: TextContext): string =>
  rows
    .map((row) =>
      Object.entries(members)
        .map(([member, field]) => readText(standing(row, place.name), field, placeOf(place, member), context))
        .filter(Boolean)
        .join(' '),
    )
    .join(' · ');

const Table = (cell: CellProps<Rows>) => (
  <Suspense fallback={toText(cell.value, cell.field, cell.place, cell.words)}>
    <RowsTable {...cell} />
  </Suspense>
);

export default defineFieldUi<Rows>({ toText, Show: Table });

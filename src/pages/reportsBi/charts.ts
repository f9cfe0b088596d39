import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { BiAnswers, BiChart, BiSelection } from '@/domain/reports/biFigures';
import { biTables, type Table, type TableWords } from './biTables';
import type { Explain } from './explain';

/** The specific parts of a chart: how it is drawn, when it is empty, and its rows in a file. */
export interface ChartKind<T> {
  readonly Drawing: ComponentType<ChartProps<T>>;
  readonly isBlank: (answer: T) => boolean;
  readonly table: (answer: T, words: TableWords) => Table;
}
export interface ChartProps<T> {
  readonly answer: T;
  readonly selection: BiSelection;
  readonly explain: Explain;
}
type Drawing<T> = LazyExoticComponent<ComponentType<ChartProps<T>>>;

/** The component of each chart, loaded when it is shown. */
const drawings: { readonly [C in BiChart]: Drawing<BiAnswers[C]> } = {
  pace: lazy(() => import('./Pace')),
  revenue: lazy(() => import('./Revenue')),
  mix: lazy(() => import('./Mix')),
  channels: lazy(() => import('./Channels')),
  geography: lazy(() => import('./Geography')),
  ages: lazy(() => import('./Ages')),
  coupons: lazy(() => import('./Coupons')),
  retention: lazy(() => import('./Retention')),
};

/** Whether a chart has nothing to draw. */
const isBlank: { readonly [C in BiChart]: (answer: BiAnswers[C]) => boolean } = {
  pace: ({ days }) => days.length === 0,
  revenue: ({ rows }) => rows.length === 0,
  mix: ({ rows }) => rows.length === 0,
  channels: ({ rows }) => rows.length === 0,
  geography: ({ rows }) => rows.length === 0,
  ages: ({ rows }) => rows.length === 0,
  coupons: ({ rows }) => rows.length === 0,
  retention: ({ total }) => total.athletes === 0,
};

/** The charts of the product with their specific parts. */
export const chartKind = <C extends BiChart>(chart: C): ChartKind<BiAnswers[C]> => ({
  Drawing: drawings[chart] as unknown as ComponentType<ChartProps<BiAnswers[C]>>,
  isBlank: isBlank[chart],
  table: biTables[chart],
});

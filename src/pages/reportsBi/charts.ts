import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { BiAnswers, BiChart, BiSelection } from '@/domain/reports/biFigures';
import type { Explain } from './explain';

export interface ChartProps<T> {
  readonly answer: T;
  readonly selection: BiSelection;
  readonly explain: Explain;
}
type Drawing<T> = LazyExoticComponent<ComponentType<ChartProps<T>>>;

/** What draws each chart, loaded when it is shown. */
export const drawings: { readonly [C in BiChart]: Drawing<BiAnswers[C]> } = {
  pace: lazy(() => import('./Pace')),
  mix: lazy(() => import('./Mix')),
  channels: lazy(() => import('./Channels')),
  geography: lazy(() => import('./Geography')),
  ages: lazy(() => import('./Ages')),
  coupons: lazy(() => import('./Coupons')),
  retention: lazy(() => import('./Retention')),
};

/** Whether a chart has nothing to draw. */
export const isBlank: { readonly [C in BiChart]: (answer: BiAnswers[C]) => boolean } = {
  pace: ({ days }) => days.length === 0,
  mix: ({ rows }) => rows.length === 0,
  channels: ({ rows }) => rows.length === 0,
  geography: ({ rows }) => rows.length === 0,
  ages: ({ rows }) => rows.length === 0,
  coupons: ({ rows }) => rows.length === 0,
  retention: ({ total }) => total.athletes === 0,
};

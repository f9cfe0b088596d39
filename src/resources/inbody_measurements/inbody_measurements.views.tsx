import { lazy, Suspense } from 'react';
import type { InferRow } from '@/schema';
import { defineViews } from '@/fields/kit/contracts';
import { ShowView } from '@/views/show/ShowView';
import { inbody_measurements } from './inbody_measurements';

const InbodyTrend = lazy(async () => ({ default: (await import('./InbodyTrend')).InbodyTrend }));
const InbodyCompare = lazy(async () => ({ default: (await import('./InbodyCompare')).InbodyCompare }));
interface ShownProps {
  readonly resource: typeof inbody_measurements;
  readonly row: InferRow<typeof inbody_measurements>;
}

/** One test, and below it how it compares with another one and how the athlete changed from test to test. */
const Measurement = ({ resource, row }: ShownProps) => (
  <>
    <ShowView resource={resource} id={row.inbodyid} />
    <Suspense fallback={null}>
      <InbodyCompare resource={resource} row={row} />
      <InbodyTrend resource={resource} athlete={row.web_userid} />
    </Suspense>
  </>
);

export default defineViews(inbody_measurements, { show: Measurement });

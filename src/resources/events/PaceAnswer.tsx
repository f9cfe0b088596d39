import { lazy, Suspense } from 'react';
import type { Pace } from '@/domain/registration/pace';

const EventPace = lazy(async () => ({ default: (await import('./EventPace')).EventPace }));

/** What the pace of an event is, in the dialog that asks for it. */
export const PaceAnswer = ({ result }: { readonly result: unknown }) => (
  <Suspense fallback={null}>
    <EventPace pace={result as Pace} />
  </Suspense>
);

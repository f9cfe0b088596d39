import { lazy, Suspense } from 'react';
import type { Pace } from '@/domain/registration/pace';

const EventPace = lazy(async () => ({ default: (await import('./EventPace')).EventPace }));

/** The pace of an event, in the dialog of its action. */
export const PaceAnswer = ({ result }: { readonly result: unknown }) => (
  <Suspense fallback={null}>
    <EventPace pace={result as Pace} />
  </Suspense>
);

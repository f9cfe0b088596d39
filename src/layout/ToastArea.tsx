import { lazy, Suspense } from 'react';
import { useStore } from '@/state/createStore';
import { toasterWanted } from '@/providers/notification/toaster';

const ThemedToaster = lazy(() => import('./ThemedToaster'));

/** The toast area on every page, signed in or not; it loads with the first toast. */
export const ToastArea = () =>
  useStore(toasterWanted) ? (
    <Suspense fallback={null}>
      <ThemedToaster />
    </Suspense>
  ) : null;

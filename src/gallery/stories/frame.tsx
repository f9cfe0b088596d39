import { useEffect } from 'react';
import { Failure } from '@/layout/ErrorPage';
import { LoadingScreen } from '@/frame/LoadingScreen';
import { ToastArea } from '@/layout/ToastArea';
import { ForbiddenPage } from '@/pages/ForbiddenPage';
import { NotFoundPage } from '@/pages/NotFoundPage';
import { toast, toastTypes } from '@/providers/notification/toaster';
import type { Story } from '../story';

const AllToasts = () => {
  useEffect(() => toastTypes.forEach((type) => toast(type, type)), []);
  return (
    <>
      <h1>toasts</h1>
      <ToastArea />
    </>
  );
};

/** What surrounds screens: toasts, and the pages that replace one. */
export const frameStories: readonly Story[] = [
  {
    id: 'frame/toasts',
    draw: () => <AllToasts />,
    play: async ({ find }) => {
      await find('.asd-message-notice, .asd-notification-notice');
    },
  },
  { id: 'frame/loading screen', draw: () => <LoadingScreen />, isBusy: true },
  { id: 'frame/error page', draw: () => <Failure error={new Error('shown on purpose')} within />, complains: true },
  { id: 'frame/not found', draw: () => <NotFoundPage /> },
  { id: 'frame/forbidden', draw: () => <ForbiddenPage /> },
];

import { useNotificationProvider } from '@refinedev/antd';
import { App } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { design } from '@/theme/design';
import { toasterReady, type Toasts } from './toaster';

const seconds = design.toastMs / 1000;

const Connection = () => {
  const { open, close } = useNotificationProvider();
  useEffect(() => toasterReady({ open: open as Toasts['open'], close }), [open, close]);
  return null;
};

/** The toast area of all pages: top right, five seconds, a landmark for screen readers. */
const Toaster = () => {
  const { t } = useTranslation('common');
  const [area, setArea] = useState<HTMLElement | null>(null);
  return (
    <section aria-label={t('notices')} ref={setArea}>
      {area ? (
        <App component={false} notification={{ placement: 'topRight', duration: seconds, top: 60, getContainer: () => area }}>
          <Connection />
        </App>
      ) : null}
    </section>
  );
};
export default Toaster;

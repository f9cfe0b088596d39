import { useNotificationProvider } from '@refinedev/antd';
import { App } from 'antd';
import { useEffect } from 'react';
import { toasterReady } from './toaster';

const seconds = 5;

const Connection = () => {
  const { open, close } = useNotificationProvider();
  useEffect(() => toasterReady({ open, close }), [open, close]);
  return null;
};

/** The toast area of all pages: top right, five seconds. */
const Toaster = () => (
  <App component={false} notification={{ placement: 'topRight', duration: seconds, top: 60 }}>
    <Connection />
  </App>
);
export default Toaster;

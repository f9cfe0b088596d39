import { Alert as AntdAlert, type AlertProps } from 'antd';
import { AntdTheme } from './AntdTheme';

/** antd's Alert in the look of the product. */
export const Alert = (props: AlertProps) => (
  <AntdTheme>
    <AntdAlert {...props} />
  </AntdTheme>
);

import { Alert as AntdAlert, type AlertProps } from 'antd';
import { themed } from './AntdTheme';

/** antd's Alert in the look of the product. */
export const Alert = themed<AlertProps>(AntdAlert);

import { Switch as AntdSwitch, type SwitchProps } from 'antd';
import { themed } from './AntdTheme';

/** antd's Switch in the look of the product. */
export const Switch = themed<SwitchProps>(AntdSwitch);

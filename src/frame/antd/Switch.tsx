import { Switch as AntdSwitch, type SwitchProps } from 'antd';
import { AntdTheme } from './AntdTheme';

/** antd's Switch in the look of the product. */
export const Switch = (props: SwitchProps) => (
  <AntdTheme>
    <AntdSwitch {...props} />
  </AntdTheme>
);

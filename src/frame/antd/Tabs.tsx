import { Tabs as AntdTabs, type TabsProps } from 'antd';
import { AntdTheme } from './AntdTheme';

/** antd's Tabs in the look of the product. */
export const Tabs = (props: TabsProps) => (
  <AntdTheme>
    <AntdTabs {...props} />
  </AntdTheme>
);

import { Tabs as AntdTabs, type TabsProps } from 'antd';
import { themed } from './AntdTheme';

/** antd's Tabs in the look of the product. */
export const Tabs = themed<TabsProps>(AntdTabs);

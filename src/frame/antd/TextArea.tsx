import { Input } from 'antd';
import type { TextAreaProps } from 'antd/es/input';
import { themed } from './AntdTheme';

/** antd's Input.TextArea in the look of the product. */
export const TextArea = themed<TextAreaProps>(Input.TextArea);

import { InputNumber as AntdInputNumber, type InputNumberProps } from 'antd';
import { createElement } from 'react';
import { AntdTheme } from './AntdTheme';

/** antd's InputNumber in the look of the product. */
export const InputNumber = <V extends number | string = number | string>(props: InputNumberProps<V>) => (
  <AntdTheme>{createElement(AntdInputNumber<V>, props)}</AntdTheme>
);

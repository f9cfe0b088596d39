import { Select as AntdSelect, type SelectProps } from 'antd';
import { createElement } from 'react';
import { AntdTheme } from './AntdTheme';

export type { SelectProps };
/** antd's Select in the look of the product. */
export const Select = <V, O extends NonNullable<SelectProps<V>['options']>[number] = NonNullable<SelectProps<V>['options']>[number]>(
  props: SelectProps<V, O>,
) => <AntdTheme>{createElement(AntdSelect<V, O>, props)}</AntdTheme>;

import { Button as AntdButton, type ButtonProps } from 'antd';
import type { RefAttributes } from 'react';
import { AntdTheme } from './AntdTheme';

/** antd's Button in the look of the product. */
export const Button = (props: ButtonProps & RefAttributes<HTMLButtonElement | HTMLAnchorElement>) => (
  <AntdTheme>
    <AntdButton {...props} />
  </AntdTheme>
);

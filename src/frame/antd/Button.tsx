import { Button as AntdButton, type ButtonProps } from 'antd';
import type { RefAttributes } from 'react';
import { themed } from './AntdTheme';

/** antd's Button in the look of the product. */
export const Button = themed<ButtonProps & RefAttributes<HTMLButtonElement | HTMLAnchorElement>>(AntdButton);

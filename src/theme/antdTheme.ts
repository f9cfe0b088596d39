import { theme, type ThemeConfig } from 'antd';
import { wantsStillness } from './wantsStillness';

export type Ground = 'light' | 'dark';

const shared = {
  borderRadius: 6,
  controlHeight: 32,
  fontSize: 14,
  wireframe: false,
  opacityLoading: 1,
  motionDurationSlow: '0.18s',
  motionDurationMid: '0.14s',
  motionDurationFast: '0.08s',
  fontFamily: 'var(--asd-text)',
} as const;
const light = {
  colorPrimary: '#c03f17',
  colorInfo: '#1b4f9c',
  colorSuccess: '#14663f',
  colorWarning: '#9a5b00',
  colorError: '#b3261e',
  colorTextBase: '#14213d',
  colorBgBase: '#ffffff',
  colorBorder: '#868fa3',
  colorBorderSecondary: '#e2e5eb',
  colorTextDescription: '#5a647d',
  colorTextPlaceholder: '#667089',
  colorTextDisabled: '#5a647d',
  colorLink: '#b93d16',
} as const;
const dark = {
  colorPrimary: '#ff7a52',
  colorInfo: '#9cc3fb',
  colorSuccess: '#7fdcab',
  colorWarning: '#f5c66b',
  colorError: '#ff9d94',
  colorTextBase: '#eef1f8',
  colorBgBase: '#0d1424',
  colorBgContainer: '#0d1424',
  colorBgElevated: '#17213a',
  colorBgLayout: '#0d1424',
  colorBorder: '#6d7b9a',
  colorBorderSecondary: '#26324e',
  colorTextDescription: '#a6b1ca',
  colorTextPlaceholder: '#93a0bc',
  colorTextDisabled: '#a6b1ca',
  colorLink: '#ff9472',
  colorTextLightSolid: '#14213d',
} as const;

/** The theme of antd's components for a colour scheme: the same colours as the style sheet, so that both kinds of controls match. */
export const antdTheme = (ground: Ground): ThemeConfig => ({
  cssVar: { prefix: 'asd', key: `dorsal-${ground}` },
  hashed: false,
  algorithm: ground === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
  // The dark algorithm dims its seeds, which would bring text below AA; the designed colours are restored.
  ...(ground === 'dark' && {
    components: { Button: { colorPrimary: dark.colorPrimary, colorPrimaryHover: '#ff9472', colorPrimaryActive: '#f0663c' } },
  }),
  token: {
    ...shared,
    motion: !wantsStillness(),
    ...(ground === 'dark'
      ? { ...dark, colorPrimaryHover: '#ff9472', colorPrimaryActive: '#f0663c' }
      : { ...light, colorPrimaryHover: '#a93612', colorPrimaryActive: '#8f2c0e' }),
  },
});

import { formatNumber } from './format';

const step = 1024;
/** `1.4 MB`: a readable file size. */
export const formatBytes = (bytes: number, locale: 'es' | 'en'): string => {
  const units = ['B', 'kB', 'MB', 'GB'];
  const at = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(step)));
  return `${formatNumber(bytes / step ** at, locale, { maximumFractionDigits: at > 1 ? 1 : 0 })} ${units[at] ?? ''}`;
};

export type DurationUnit = 's' | 'ms';

const two = (value: number): string => String(value).padStart(2, '0');
/** `1:02:03`, with thousandths if there are any. */
export const formatDuration = (value: number, unit: DurationUnit): string => {
  const whole = unit === 'ms' ? Math.floor(value / 1000) : value;
  const rest = unit === 'ms' ? value % 1000 : 0;
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}${rest > 0 ? `.${String(rest).padStart(3, '0')}` : ''}`;
};

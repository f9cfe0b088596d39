import type { DurationUnit } from './formatDuration';

const shape = /^(?:(\d{1,4}):([0-5]?\d)|(\d{1,3})):([0-5]\d)(?:[.,](\d{1,3}))?$/;

/** `1:02:03`, `42:10` or `42:10.5` as a number of units; undefined when it is not a duration, or is finer than the unit. */
export const parseDuration = (text: string, unit: DurationUnit): number | undefined => {
  const [, hours = '0', ofHour, alone, seconds, fraction = ''] = shape.exec(text.trim()) ?? [];
  if (seconds === undefined) return undefined;
  const thousandths = Number(fraction.padEnd(3, '0'));
  if (unit === 's' && thousandths > 0) return undefined;
  const whole = Number(hours) * 3600 + Number(ofHour ?? alone) * 60 + Number(seconds);
  return unit === 'ms' ? whole * 1000 + thousandths : whole;
};

const naive = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** How far the clocks of a zone are ahead of UTC at an instant. */
const aheadMs = (at: number, zone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - at;
};

/** The instant that a moment of a file is, by the clocks of a zone; what says its own zone stays. */
export const instantOf = (text: string, zone: string): string => {
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0'] = naive.exec(text) ?? [];
  if (year === undefined) return text;
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes), Number(seconds));
  const once = local - aheadMs(local, zone);
  return new Date(local - aheadMs(once, zone)).toISOString();
};

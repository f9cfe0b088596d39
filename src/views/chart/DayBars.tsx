import './dayBars.css';

/** A day of the chart: its whole, and the part of it that is marked. */
interface DayBar {
  readonly day: string;
  readonly value: number;
  readonly marked: number;
  /** What is read when the pointer rests on it. */
  readonly title: string;
}
const height = 48,
  least = 1.5,
  step = 10,
  gap = 2;
/** One bar for each day, with a marked part at its foot. The numbers are near it as text, so screen readers skip it. */
export const DayBars = ({ days }: { readonly days: readonly DayBar[] }) => {
  const most = Math.max(1, ...days.map(({ value }) => value));
  const sizeOf = (value: number): number => (value === 0 ? 0 : Math.max(least, (value / most) * height));
  return (
    <svg className="asd-day-bars" viewBox={`0 0 ${days.length * step} ${height + 1}`} preserveAspectRatio="none" aria-hidden="true">
      <rect className="asd-day-bars-base" x={0} y={height} width={days.length * step} height={1} />
      {days.map(({ day, value, marked, title }, at) => (
        <g key={day}>
          <title>{title}</title>
          <rect className="asd-day-bars-place" x={at * step} y={0} width={step} height={height} />
          <rect x={at * step + gap / 2} y={height - sizeOf(value)} width={step - gap} height={sizeOf(value)} />
          <rect data-part="marked" x={at * step + gap / 2} y={height - sizeOf(marked)} width={step - gap} height={sizeOf(marked)} />
        </g>
      ))}
    </svg>
  );
};

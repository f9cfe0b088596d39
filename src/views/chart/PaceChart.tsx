import { useState, type PointerEvent, type ReactNode } from 'react';
import './paceChart.css';

/** A cumulative line until a start. */
export interface PaceLine {
  /** Names the colour. */
  readonly key: 'current' | 'previous';
  /** The label at its end. */
  readonly label: ReactNode;
  /** Positions on the axis and the sum at each, in the order of time. */
  readonly points: readonly (readonly [at: number, sum: number])[];
}
interface Tick {
  readonly at: number;
  readonly label: string;
}
export interface PaceChartProps {
  readonly lines: readonly PaceLine[];
  /** Where time starts and ends; it may run backwards, as days left do. */
  readonly axis: { readonly from: number; readonly to: number; readonly ticks: readonly Tick[] };
  /** The highest sum that fits. */
  readonly top: number;
  /** Sums with a label at the side; without them the ticks of the axis are drawn. */
  readonly sums?: readonly { readonly sum: number; readonly label: ReactNode }[];
  readonly now?: Tick | undefined;
  /** Describes the chart for screen readers; not needed next to its numbers. */
  readonly label?: string;
  /** The values of the lines under the pointer. */
  readonly reading?: (at: number) => ReactNode;
}

/** A sum is valid until the next one: the corners of its steps, up to its end. */
export const stepped = (points: PaceLine['points'], until: number): PaceLine['points'] => [
  ...points.flatMap(([at, sum], index) => [[at, points[index - 1]?.[1] ?? 0] as const, [at, sum] as const]),
  [until, points.at(-1)?.[1] ?? 0],
];
/** The value of a line at a position: that of the last point before it. */
export const sumAt = ({ points }: PaceLine, at: number): number | null => points.findLast(([place]) => place <= at)?.[1] ?? null;

const whole = 100,
  near = 14,
  late = 70;
const percent = (share: number): string => `${share.toFixed(3)}%`;
/** The coordinates of a position and a sum in the chart, from 0 to 100. */
const scaleOf = ({ axis: { from, to }, top }: PaceChartProps) => ({
  x: (at: number): number => ((at - from) / (to - from)) * whole,
  y: (sum: number): number => whole - (sum / top) * whole,
});
type Scale = ReturnType<typeof scaleOf>;
/** Labels go to the side with more room. */
const sideOf = (left: number, from = whole / 2): 'before' | 'after' => (left > from ? 'before' : 'after');

const Lines = ({ chart: { lines, axis, sums }, scale: { x, y } }: { readonly chart: PaceChartProps; readonly scale: Scale }) => (
  <svg viewBox="0 0 100 100" preserveAspectRatio="none">
    {sums ? null : axis.ticks.map(({ at }) => <line key={at} className="asd-pace-grid" x1={x(at)} x2={x(at)} y1={0} y2={whole} />)}
    {lines.map(({ key, points }) =>
      points.length > 0 ? <polyline key={key} data-line={key} points={points.map(([at, sum]) => `${x(at)},${y(sum)}`).join(' ')} /> : null,
    )}
  </svg>
);

/** The names of the lines at their ends; if two end close to each other, the lower one is labelled below. */
const Ends = ({ chart: { lines, sums }, scale: { x, y } }: { readonly chart: PaceChartProps; readonly scale: Scale }) => {
  const ends = lines.flatMap(({ key, label, points }) => {
    const end = points.at(-1);
    return end ? [{ key, label, left: x(end[0]), top: y(end[1]) }] : [];
  });
  return ends.map(({ key, label, left, top }, index) => (
    <span
      key={key}
      className="asd-pace-end"
      data-line={key}
      data-side={sideOf(left, sums && late)}
      data-under={
        ends.some((other, at) => at !== index && top - other.top < near && (top > other.top || (top === other.top && at > index))) ||
        undefined
      }
      style={{ left: percent(left), top: percent(top) }}
    >
      <b>{label}</b>
    </span>
  ));
};

/** Sums until a start, as lines over time. */
export const PaceChart = (chart: PaceChartProps) => {
  const { axis, sums, now, label, reading } = chart;
  const scale = scaleOf(chart);
  const [read, setRead] = useState<number | null>(null);
  const follow = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setRead(Math.round(axis.from + Math.min(1, Math.max(0, (clientX - left) / width)) * (axis.to - axis.from)));
  };
  return (
    <div
      className="asd-pace-chart"
      data-measured={sums ? true : undefined}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <div className="asd-pace-plot" {...(reading && { onPointerMove: follow, onPointerLeave: () => setRead(null) })}>
        {sums?.map(({ sum, label: said }) => (
          <span key={sum} className="asd-pace-sum" style={{ top: percent(scale.y(sum)) }}>
            {said}
          </span>
        ))}
        {now ? (
          <span className="asd-pace-now" data-side={sideOf(scale.x(now.at))} style={{ left: percent(scale.x(now.at)) }}>
            <b>{now.label}</b>
          </span>
        ) : null}
        <Lines chart={chart} scale={scale} />
        <Ends chart={chart} scale={scale} />
        {reading && read !== null ? (
          <>
            <span className="asd-pace-ruler" style={{ left: percent(scale.x(read)) }} />
            <span className="asd-pace-reading" data-side={sideOf(scale.x(read))} style={{ left: percent(scale.x(read)) }}>
              {reading(read)}
            </span>
          </>
        ) : null}
      </div>
      <div className="asd-pace-ticks">
        {axis.ticks.map(({ at, label: said }) => (
          <span key={at} style={{ left: percent(scale.x(at)) }}>
            {said}
          </span>
        ))}
      </div>
    </div>
  );
};

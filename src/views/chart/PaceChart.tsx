import './paceChart.css';

/** How something added up while the days to a start went by. */
export interface PaceLine {
  /** Names the colour. */
  readonly key: 'current' | 'previous';
  /** What stands at its end. */
  readonly label: string;
  readonly points: readonly (readonly [daysToGo: number, sum: number])[];
}
interface PaceChartProps {
  readonly lines: readonly PaceLine[];
  readonly now: { readonly daysToGo: number; readonly label: string };
  readonly tick: (daysToGo: number) => string;
}
const width = 1000,
  height = 300,
  headroom = 1.12,
  steps = [15, 30, 60, 90, 180, 365],
  fewTicks = 8;

/** Round numbers of days between the first and the last. */
const ticksOf = (longest: number): readonly number[] => {
  const step = steps.find((each) => longest / each <= fewTicks) ?? longest;
  return Array.from({ length: Math.floor(longest / step) + 1 }, (_, at) => at * step);
};

/** Sums over the days that are left, earliest at the left; the same stands beside it as numbers, so that it says nothing by itself. */
export const PaceChart = ({ lines, now, tick }: PaceChartProps) => {
  const longest = Math.max(1, ...lines.flatMap(({ points }) => points.map(([days]) => days)));
  const highest = Math.max(1, ...lines.flatMap(({ points }) => points.map(([, sum]) => sum))) * headroom;
  const left = (days: number): number => (longest - days) / longest;
  const top = (sum: number): number => 1 - sum / highest;
  /** A sum holds until the next one, and the line ends at `until`. */
  const drawn = (points: PaceLine['points'], until: number): string =>
    points
      .flatMap(
        ([days, sum], at) =>
          [
            [days, points[at - 1]?.[1] ?? 0],
            [days, sum],
          ] as const,
      )
      .concat([[until, points.at(-1)?.[1] ?? 0]])
      .map(([days, sum]) => `${left(days) * width},${top(sum) * height}`)
      .join(' ');
  const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
  const ends = lines.map(({ key, label, points }) => ({
    key,
    label,
    days: key === 'current' ? now.daysToGo : 0,
    sum: points.at(-1)?.[1] ?? 0,
  }));
  return (
    <div className="asd-pace-chart" aria-hidden="true">
      <div className="asd-pace-plot">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
          {ticksOf(longest).map((days) => (
            <line key={days} className="asd-pace-grid" x1={left(days) * width} x2={left(days) * width} y1={0} y2={height} />
          ))}
          <line className="asd-pace-now" x1={left(now.daysToGo) * width} x2={left(now.daysToGo) * width} y1={0} y2={height} />
          {lines.map(({ key, points }) => (
            <polyline key={key} data-line={key} points={drawn(points, key === 'current' ? now.daysToGo : 0)} />
          ))}
        </svg>
        <span
          className="asd-pace-label"
          data-line="now"
          data-late={left(now.daysToGo) > 0.5 || undefined}
          style={{ left: percent(left(now.daysToGo)), top: 0 }}
        >
          {now.label}
        </span>
        {ends.map(({ key, label, days, sum }) => (
          <span
            key={key}
            className="asd-pace-end"
            data-line={key}
            data-late={left(days) > 0.5 || undefined}
            style={{ left: percent(left(days)), top: percent(top(sum)) }}
          >
            <b>{label}</b>
          </span>
        ))}
      </div>
      <div className="asd-pace-ticks">
        {ticksOf(longest).map((days) => (
          <span key={days} style={{ left: percent(left(days)) }}>
            {tick(days)}
          </span>
        ))}
      </div>
    </div>
  );
};

import './mixChart.css';

interface MixChartProps {
  /** The parts of a whole, in order; `key` names the colour. */
  readonly parts: readonly { readonly key: string; readonly value: number }[];
}
const width = 100,
  height = 6;
/** One bar with parts. The numbers are next to it as text, so screen readers skip it. */
export const MixChart = ({ parts }: MixChartProps) => {
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  const placed = parts.map((part, at) => ({ ...part, from: parts.slice(0, at).reduce((sum, { value }) => sum + value, 0) }));
  return (
    <svg className="asd-mix-chart" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {placed.map(({ key, value, from }) =>
        whole > 0 ? <rect key={key} data-part={key} x={(from / whole) * width} width={(value / whole) * width} height={height} /> : null,
      )}
    </svg>
  );
};

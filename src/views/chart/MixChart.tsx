import './mixChart.css';

interface MixChartProps {
  /** What the whole is made of, in order; `key` names the colour. */
  readonly parts: readonly { readonly key: string; readonly value: number }[];
}
const width = 100,
  height = 6;
/** One bar of parts. The numbers stand beside it as text, so that it says nothing by itself. */
export const MixChart = ({ parts }: MixChartProps) => {
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, { value }) => sum + value, 0));
  return (
    <svg className="asd-mix-chart" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ key, value }, at) =>
        whole > 0 ? (
          <rect key={key} data-part={key} x={(starts[at]! / whole) * width} width={(value / whole) * width} height={height} />
        ) : null,
      )}
    </svg>
  );
};

import type { Element, Paper } from './layout';
import { mmOfPoint } from './layout';
import { usual } from './certificateTexts';

const anchors = { left: 'start', center: 'middle', right: 'end' } as const;
const families = {
  sans: 'Noto Sans, sans-serif',
  serif: 'Times New Roman, Times, serif',
  mono: 'Courier New, Courier, monospace',
} as const;
/** How wide a letter is in its size, as a rule. */
const letterWidth = 0.55;

interface DrawnProps {
  readonly element: Element;
  readonly text: string;
  readonly paper: Paper;
}
/** An element where it will be printed; texts shrink to their width, as on paper. */
export const Drawn = ({ element, text, paper }: DrawnProps) => {
  const { kind, x, y, w, img, color, align, font, size } = element;
  const side = w || usual.side;
  if (kind === 'img' && img) return <image href={img} x={x} y={y} width={side} />;
  if (kind === 'qr' || kind === 'img')
    return (
      <g className="designer-code">
        <rect x={x} y={y} width={side} height={side} />
        <text x={x + side / 2} y={y + side / 2} fontSize={Math.min(8, side / 3)} textAnchor="middle" dominantBaseline="central">
          {kind === 'qr' ? 'QR' : '+'}
        </text>
      </g>
    );
  const room = w || paper.width - x;
  const high = (size ?? usual.size) * mmOfPoint;
  const left = align === 'center' ? x + room / 2 : align === 'right' ? x + room : x;
  const isLong = text.length * high * letterWidth > room;
  return (
    <text
      x={left}
      y={y + high}
      fontSize={high}
      fill={color ?? '#14213d'}
      textAnchor={anchors[align ?? 'left']}
      fontFamily={families[font ?? 'sans']}
      {...(isLong && { textLength: room, lengthAdjust: 'spacingAndGlyphs' })}
    >
      {text}
    </text>
  );
};

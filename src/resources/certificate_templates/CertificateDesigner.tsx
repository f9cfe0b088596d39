import { Button } from 'antd';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { elementText, paperOf, usual } from './certificateTexts';
import { useWords } from '@/fields/kit/useWords';
import type { CertificateTemplateInput } from './certificate_templates';
import { moved, nudges, snapped, type Guides } from './placing';
import { usePreviewFacts } from './usePreviewFacts';
import './designer.css';

type Draft = Partial<CertificateTemplateInput>;
type Element = NonNullable<CertificateTemplateInput['elements']>[number];
interface DesignerProps {
  readonly draft: Draft;
  readonly onChange: (name: string, value: unknown) => void;
}
const mmOfPoint = 25.4 / 72;
const anchors = { left: 'start', center: 'middle', right: 'end' } as const;
const families = {
  sans: 'Noto Sans, sans-serif',
  serif: 'Times New Roman, Times, serif',
  mono: 'Courier New, Courier, monospace',
} as const;
const none: Guides = { x: null, y: null };
const farStep = 10;

/** An element where it will be printed; texts shrink to their width, as on paper. */
const Drawn = ({
  element,
  text,
  paper,
}: {
  readonly element: Element;
  readonly text: string;
  readonly paper: { readonly width: number };
}) => {
  const { kind, x, y, w, img, color, align, font, size } = element;
  const side = w || usual.side;
  if (kind === 'qr') return <rect x={x} y={y} width={side} height={side} className="designer-code" />;
  if (kind === 'img')
    return img ? <image href={img} x={x} y={y} width={side} /> : <rect x={x} y={y} width={side} height={side} className="designer-code" />;
  const room = w || paper.width - x;
  const high = (size ?? usual.size) * mmOfPoint;
  const left = align === 'center' ? x + room / 2 : align === 'right' ? x + room : x;
  const isLong = text.length * high * 0.55 > room;
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
const boxOf = ({ kind, x, y, w, size }: Element, paper: { readonly width: number }) =>
  kind === 'qr' || kind === 'img'
    ? { x, y, width: w || usual.side, height: w || usual.side }
    : { x, y, width: w || paper.width - x, height: (size ?? usual.size) * mmOfPoint * 1.3 };

/** Moves elements with the pointer and the arrow keys, and takes the last move back. */
const useMoving = ({ draft, onChange }: DesignerProps, paper: ReturnType<typeof paperOf>) => {
  const svg = useRef<SVGSVGElement>(null);
  const [past, setPast] = useState<readonly (readonly Element[])[]>([]);
  const [held, setHeld] = useState<{ readonly at: number; readonly dx: number; readonly dy: number }>();
  const [guides, setGuides] = useState(none);
  const elements = draft.elements ?? [];
  const keep = (): void => setPast((before) => [...before, elements]);
  const place = (at: number, x: number, y: number): void => onChange('elements', moved(elements, at, x, y));
  const pointIn = ({ clientX, clientY }: PointerEvent): { readonly x: number; readonly y: number } => {
    const box = svg.current?.getBoundingClientRect();
    const scale = box && box.width > 0 ? paper.width / box.width : 0;
    return { x: (clientX - (box?.left ?? 0)) * scale, y: (clientY - (box?.top ?? 0)) * scale };
  };
  return {
    svg,
    elements,
    guides,
    heldAt: held?.at,
    mayUndo: past.length > 0,
    take: (event: PointerEvent<SVGGElement>, at: number, element: Element): void => {
      const { x, y } = pointIn(event);
      event.currentTarget.setPointerCapture(event.pointerId);
      keep();
      setHeld({ at, dx: x - element.x, dy: y - element.y });
    },
    drag: (event: PointerEvent): void => {
      const element = held && elements[held.at];
      if (!held || !element) return;
      const { x, y } = pointIn(event);
      const others = elements.filter((_, at) => at !== held.at).map((each) => boxOf(each, paper));
      const to = snapped({ ...boxOf(element, paper), x: x - held.dx, y: y - held.dy }, others, paper);
      setGuides(to.guides);
      place(held.at, to.x, to.y);
    },
    drop: (): void => {
      setHeld(undefined);
      setGuides(none);
    },
    press: (event: KeyboardEvent, at: number, element: Element): void => {
      const step = nudges[event.key];
      if (!step) return;
      event.preventDefault();
      keep();
      const by = event.shiftKey ? farStep : 1;
      place(at, element.x + step[0] * by, element.y + step[1] * by);
    },
    undo: (): void => {
      const last = past.at(-1);
      if (!last) return;
      setPast(past.slice(0, -1));
      onChange('elements', last);
    },
  };
};
type Moving = ReturnType<typeof useMoving>;

interface PlacedProps {
  readonly moving: Moving;
  readonly at: number;
  readonly element: Element;
  readonly text: string;
  readonly paper: ReturnType<typeof paperOf>;
}
const Placed = ({ moving, at, element, text, paper }: PlacedProps) => {
  const { t } = useWords();
  const kind = t(`certificate_templates.choices.elements.kind.${element.kind}`);
  return (
    <g
      tabIndex={0}
      role="button"
      aria-label={t('certificate_templates.designer.element', { kind, text: text || kind, x: element.x, y: element.y })}
      className="designer-element"
      data-held={moving.heldAt === at || undefined}
      onPointerDown={(event) => moving.take(event, at, element)}
      onKeyDown={(event) => moving.press(event, at, element)}
    >
      <rect {...boxOf(element, paper)} className="designer-box" />
      <Drawn element={element} text={text} paper={paper} />
    </g>
  );
};

/** The layout with a real runner's data, on which elements are dragged, or moved with the arrows, and snap to the middle and to each other. */
export const CertificateDesigner = (props: DesignerProps) => {
  const { t } = useWords();
  const { draft } = props;
  const facts = usePreviewFacts(draft.eventid ?? null, draft.preview_resultid ?? null);
  const paper = paperOf(draft);
  const moving = useMoving(props, paper);
  const { svg, elements, guides, drag, drop, mayUndo, undo } = moving;
  return (
    <div className="designer">
      <svg
        ref={svg}
        viewBox={`0 0 ${paper.width} ${paper.height}`}
        role="group"
        aria-label={t('certificate_templates.designer.label')}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        <rect width={paper.width} height={paper.height} fill="#fff" />
        {draft.background_img ? (
          <image href={draft.background_img} width={paper.width} height={paper.height} preserveAspectRatio="xMidYMid slice" />
        ) : null}
        {elements.map((element, at) => (
          <Placed
            key={at}
            moving={moving}
            at={at}
            element={element}
            text={elementText(element, facts, draft.locale ?? 'es')}
            paper={paper}
          />
        ))}
        {guides.x === null ? null : <line x1={guides.x} x2={guides.x} y1={0} y2={paper.height} className="designer-guide" />}
        {guides.y === null ? null : <line x1={0} x2={paper.width} y1={guides.y} y2={guides.y} className="designer-guide" />}
      </svg>
      <p className="form-help">{t('certificate_templates.designer.help')}</p>
      <Button size="small" disabled={!mayUndo} onClick={undo}>
        {t('certificate_templates.designer.undo')}
      </Button>
    </div>
  );
};

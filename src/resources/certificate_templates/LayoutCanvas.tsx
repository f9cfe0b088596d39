import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { Drawn } from './Drawn';
import { boxOf, type Element, type Paper } from './layout';
import { nudges, placedAt, snapped, widened, type Guides } from './placing';
import type { Layout } from './useLayout';

interface CanvasProps {
  readonly layout: Layout;
  readonly paper: Paper;
  readonly background: string | null;
  readonly textOf: (element: Element) => string;
  readonly disabled: boolean;
  readonly problemsAt: (at: number) => boolean;
}
interface Held {
  readonly at: number;
  readonly part: 'whole' | 'edge';
  readonly dx: number;
  readonly dy: number;
}
const none: Guides = { x: null, y: null };
const farStep = 10,
  grip = 3;

/** Moves and widens elements with the pointer. */
const useDragging = ({ layout, paper, disabled }: Pick<CanvasProps, 'layout' | 'paper' | 'disabled'>) => {
  const svg = useRef<SVGSVGElement>(null);
  const [held, setHeld] = useState<Held>();
  const [guides, setGuides] = useState(none);
  const pointIn = ({ clientX, clientY }: PointerEvent): { readonly x: number; readonly y: number } => {
    const box = svg.current?.getBoundingClientRect();
    const scale = box && box.width > 0 ? paper.width / box.width : 0;
    return { x: (clientX - (box?.left ?? 0)) * scale, y: (clientY - (box?.top ?? 0)) * scale };
  };
  return {
    svg,
    guides,
    heldAt: held?.at,
    take: (event: PointerEvent<SVGElement>, at: number, part: Held['part']): void => {
      const element = layout.elements[at];
      event.stopPropagation();
      layout.choose(at);
      if (!element || disabled) return;
      const { x, y } = pointIn(event);
      event.currentTarget.setPointerCapture(event.pointerId);
      layout.settle();
      setHeld({ at, part, dx: x - element.x, dy: y - element.y });
    },
    drag: (event: PointerEvent): void => {
      const element = held && layout.elements[held.at];
      if (!held || !element) return;
      const { x, y } = pointIn(event);
      if (held.part === 'edge') return layout.set(held.at, widened(element, x), 'widen');
      const others = layout.elements.filter((_, at) => at !== held.at).map((each) => boxOf(each, paper));
      const to = snapped({ ...boxOf(element, paper), x: x - held.dx, y: y - held.dy }, others, paper);
      setGuides(to.guides);
      layout.set(held.at, { x: to.x, y: to.y }, 'move');
    },
    drop: (): void => {
      setHeld(undefined);
      setGuides(none);
      layout.settle();
    },
  };
};

interface PlacedProps extends CanvasProps {
  readonly at: number;
  readonly element: Element;
  readonly dragging: ReturnType<typeof useDragging>;
}
const Placed = ({ layout, paper, textOf, disabled, problemsAt, at, element, dragging }: PlacedProps) => {
  const { t } = useWords();
  const kind = t(`certificate_templates.choices.elements.kind.${element.kind}`),
    text = textOf(element),
    box = boxOf(element, paper),
    isChosen = layout.at === at;
  const press = (event: KeyboardEvent): void => {
    if (disabled) return;
    const step = nudges[event.key];
    const by = event.shiftKey ? farStep : 1;
    if (event.key === 'Delete' || event.key === 'Backspace') layout.remove(at);
    else if (!step) return;
    else if (event.altKey) layout.set(at, widened(element, box.x + box.width + step[0] * by));
    else layout.set(at, placedAt(element.x + step[0] * by, element.y + step[1] * by));
    event.preventDefault();
  };
  return (
    <g
      tabIndex={0}
      role="button"
      aria-pressed={isChosen}
      aria-label={t('certificate_templates.designer.element', { kind, text: text || kind, x: element.x, y: element.y })}
      className="designer-element"
      data-held={dragging.heldAt === at || undefined}
      data-chosen={isChosen || undefined}
      data-invalid={problemsAt(at) || undefined}
      onPointerDown={(event) => dragging.take(event, at, 'whole')}
      onFocus={() => layout.choose(at)}
      onKeyDown={press}
    >
      <rect {...box} className="designer-box" />
      <Drawn element={element} text={text} paper={paper} />
      {isChosen && !disabled ? (
        <rect
          className="designer-grip"
          x={box.x + box.width - grip / 2}
          y={box.y + box.height / 2 - grip}
          width={grip}
          height={grip * 2}
          rx={1}
          onPointerDown={(event) => dragging.take(event, at, 'edge')}
        />
      ) : null}
    </g>
  );
};

/** The paper with its background and elements, which are chosen, moved and widened there; they snap to the middle and to each other. */
export const LayoutCanvas = (props: CanvasProps) => {
  const { t } = useWords();
  const { layout, paper, background } = props;
  const dragging = useDragging(props);
  const { svg, guides, drag, drop } = dragging;
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${paper.width} ${paper.height}`}
      role="group"
      aria-label={t('certificate_templates.designer.label')}
      onPointerDown={() => layout.choose(null)}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <rect width={paper.width} height={paper.height} fill="#fff" />
      {background ? <image href={background} width={paper.width} height={paper.height} preserveAspectRatio="xMidYMid slice" /> : null}
      {layout.elements.map((element, at) => (
        <Placed key={at} {...props} at={at} element={element} dragging={dragging} />
      ))}
      {guides.x === null ? null : <line x1={guides.x} x2={guides.x} y1={0} y2={paper.height} className="designer-guide" />}
      {guides.y === null ? null : <line x1={0} x2={paper.width} y1={guides.y} y2={guides.y} className="designer-guide" />}
    </svg>
  );
};

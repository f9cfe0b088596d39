import { Button } from '@/frame/antd/Button';
import type { KeyboardEvent } from 'react';
import type { InputProps } from '@/fields/kit/contracts';
import { useNestedProblems, type NestedProblem } from '@/fields/kit/NestedProblems';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';
import type { CertificateTemplateInput } from './certificate_templates';
import { elementText, paperOf } from './certificateTexts';
import { ElementInspector } from './ElementInspector';
import { boxOf, newElement, type Element, type Paper } from './layout';
import { LayoutCanvas } from './LayoutCanvas';
import { aligned, placedAt } from './placing';
import { useLayout, type Layout } from './useLayout';
import { usePreviewFacts } from './usePreviewFacts';
import './designer.css';

type Draft = Partial<CertificateTemplateInput>;
type ElementsProps = InputProps<CertificateTemplateInput['elements']>;
const kinds = ['field', 'text', 'img', 'qr'] as const;
const apart = 5,
  mostElements = 40;

interface BarProps {
  readonly layout: Layout;
  readonly paper: Paper;
  readonly isFull: boolean;
}
/** What is done with the chosen element besides its facts. */
const ChosenTools = ({ layout, paper, isFull }: BarProps) => {
  const { t } = useWords();
  const { at, element, elements } = layout;
  if (at === null || !element) return null;
  const say = (name: string): string => t(`certificate_templates.designer.${name}`);
  const copy = (): void => layout.add({ ...element, ...placedAt(element.x + apart, element.y + apart) });
  const align = (to: 'left' | 'center' | 'right') => (): void => layout.set(at, { x: aligned(boxOf(element, paper), paper, to) });
  return (
    <>
      <span className="designer-tools">
        {(['left', 'center', 'right'] as const).map((to) => (
          <Button key={to} size="small" onClick={align(to)}>
            {say(`align.${to}`)}
          </Button>
        ))}
      </span>
      <span className="designer-tools">
        <Button size="small" disabled={at === elements.length - 1} onClick={() => layout.raise(at, 1)}>
          {say('forward')}
        </Button>
        <Button size="small" disabled={at === 0} onClick={() => layout.raise(at, -1)}>
          {say('back')}
        </Button>
        <Button size="small" disabled={isFull} onClick={copy}>
          {say('copy')}
        </Button>
        <Button size="small" danger onClick={() => layout.remove(at)}>
          {say('remove')}
        </Button>
      </span>
    </>
  );
};
const LayoutBar = (props: BarProps) => {
  const { layout, paper, isFull } = props;
  const { t } = useWords();
  return (
    <div className="designer-bar" role="toolbar" aria-label={t('certificate_templates.designer.tools')}>
      <span className="designer-tools">
        {kinds.map((kind) => (
          <Button
            key={kind}
            disabled={isFull}
            icon={<Glyph name="plus" />}
            onClick={() => layout.add(newElement(kind, paper, t('certificate_templates.designer.newText')))}
          >
            {t(`certificate_templates.choices.elements.kind.${kind}`)}
          </Button>
        ))}
      </span>
      <span className="designer-tools">
        <Button disabled={!layout.mayUndo} onClick={layout.undo}>
          {t('certificate_templates.designer.undo')}
        </Button>
        <Button disabled={!layout.mayRedo} onClick={layout.redo}>
          {t('certificate_templates.designer.redo')}
        </Button>
      </span>
      <ChosenTools {...props} />
    </div>
  );
};

/** The part of a problem below an element, for the inputs of that element. */
const within = (problems: readonly NestedProblem[], at: number): readonly NestedProblem[] =>
  problems
    .filter(({ path }) => path === String(at) || path.startsWith(`${at}.`))
    .map(({ path, text }) => ({ path: path.split('.').slice(1).join('.'), text }));
const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/**
 * The layout of a certificate with the data of a real runner: texts, data, pictures and the code are added, dragged, widened and changed on
 * the paper as it will be printed.
 */
export const ElementsInput = ({ value, onChange, field, place, draft, id = '', disabled = false, describedBy }: ElementsProps) => {
  const { t } = useWords();
  const { eventid, preview_resultid, locale, background_img, page, orientation }: Draft = draft;
  const facts = usePreviewFacts(eventid ?? null, preview_resultid ?? null);
  const problems = useNestedProblems();
  const layout = useLayout(value ?? [], (elements) => onChange?.(elements));
  const paper = paperOf({ page, orientation });
  const textOf = (element: Element): string => elementText(element, facts, locale ?? 'es');
  const press = (event: KeyboardEvent): void => {
    if (disabled || isTyping(event) || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    event.stopPropagation();
    (event.shiftKey ? layout.redo : layout.undo)();
  };
  return (
    // The keys are those of what is inside: each element is a button.
    <div
      className="designer"
      data-wide
      role="group"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      onKeyDown={press}
    >
      {disabled ? null : <LayoutBar layout={layout} paper={paper} isFull={layout.elements.length >= mostElements} />}
      <div className="designer-main">
        <LayoutCanvas
          layout={layout}
          paper={paper}
          background={background_img ?? null}
          textOf={textOf}
          disabled={disabled}
          problemsAt={(at) => within(problems, at).length > 0}
        />
        <ElementInspector
          id={id}
          layout={layout}
          members={field.members ?? {}}
          place={place}
          disabled={disabled}
          textOf={textOf}
          problemsOf={(at) => within(problems, at)}
        />
      </div>
      {disabled ? null : <p className="form-help">{t('certificate_templates.designer.help')}</p>}
    </div>
  );
};

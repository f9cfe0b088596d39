import { Button } from '@/frame/antd/Button';
import { RowCell } from '@/fields/kit/RowCell';
import type { NestedProblem } from '@/fields/kit/NestedProblems';
import type { Place } from '@/fields/kit/contracts';
import { useWords } from '@/fields/kit/useWords';
import type { AnyField } from '@/schema';
import { memberKey } from '@/schema/project/i18n';
import { membersOf, type Element } from './layout';
import type { Layout } from './useLayout';

interface InspectorProps {
  readonly id: string;
  readonly layout: Layout;
  readonly members: Readonly<Record<string, AnyField>>;
  readonly place: Place;
  readonly disabled: boolean;
  readonly textOf: (element: Element) => string;
  readonly problemsOf: (at: number) => readonly NestedProblem[];
}

/** All elements by name, the last one on top: a way to those that others cover. */
const ElementList = ({ layout, textOf, problemsOf }: InspectorProps) => {
  const { t } = useWords();
  const { elements, choose } = layout;
  if (elements.length === 0) return <p className="form-help">{t('certificate_templates.designer.empty')}</p>;
  return (
    <ol className="designer-list">
      {elements.map((element, at) => {
        const kind = t(`certificate_templates.choices.elements.kind.${element.kind}`);
        const [problem] = problemsOf(at);
        return (
          <li key={at}>
            <button type="button" data-invalid={problem ? true : undefined} onClick={() => choose(at)}>
              <span>{kind}</span> {textOf(element)}
              {problem ? <span className="form-field-error"> {problem.text}</span> : null}
            </button>
          </li>
        );
      })}
    </ol>
  );
};

/** What the chosen element is, or all of them where none is chosen. */
export const ElementInspector = (props: InspectorProps) => {
  const { id, layout, members, place, disabled, problemsOf } = props;
  const { at, element } = layout;
  const { t } = useWords();
  if (at === null || !element) return <ElementList {...props} />;
  const problems = problemsOf(at);
  return (
    <div className="designer-facts" role="group" aria-label={t(`certificate_templates.choices.elements.kind.${element.kind}`)}>
      <div className="designer-facts-head">
        <b>{t(`certificate_templates.choices.elements.kind.${element.kind}`)}</b>
        <Button size="small" onClick={() => layout.choose(null)}>
          {t('certificate_templates.designer.all')}
        </Button>
      </div>
      {membersOf(element.kind).flatMap((name) => {
        const member = members[name];
        return member
          ? [
              <RowCell
                key={`${at} ${name}`}
                id={`${id}.${at}.${name}`}
                label={t(memberKey(place.resource, place.name, name))}
                field={member}
                place={{ resource: place.resource, name: `${place.name}.${name}` }}
                row={element}
                value={element[name]}
                disabled={disabled}
                problems={problems.filter(({ path }) => path === name || path.startsWith(`${name}.`) || path === '')}
                onChange={(value) => layout.set(at, { [name]: value }, name)}
              />,
            ]
          : [];
      })}
    </div>
  );
};

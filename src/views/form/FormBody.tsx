import type { ComponentType } from 'react';
import type { AnyResource } from '@/schema';
import type { InputProps, Views } from '../../fields/kit/contracts';
import { useWords } from '../../fields/kit/useWords';
import { FormField } from './FormField';
import { SectionIndex } from './SectionIndex';
import type { FormModel } from './useFormModel';

interface FormBodyProps {
  readonly id: string;
  readonly form: FormModel;
  /** Inputs that the resource declares instead of the generated ones. */
  readonly inputs: Views<AnyResource>['inputs'] | undefined;
  /** The resource's own content at the side of its form. */
  readonly aside: Views<AnyResource>['aside'] | undefined;
}
const manySections = 3;

const Sections = ({ id, form, inputs }: Omit<FormBodyProps, 'aside'>) => (
  <div className="form-sections">
    {form.sections.map(({ key, title, fields }) => (
      <section key={key} id={`${id}-section-${key}`} className="form-section" aria-labelledby={`${id}-section-${key}-title`}>
        <h2 id={`${id}-section-${key}-title`}>{title}</h2>
        {fields.map((field) => (
          <FormField
            key={field.name}
            form={id}
            {...field}
            draft={form.draft}
            onChange={form.type}
            Input={(inputs as Readonly<Record<string, ComponentType<InputProps>>> | undefined)?.[field.name]}
          />
        ))}
      </section>
    ))}
  </div>
);

/** The sections of a form, an index of them if there are many, and the resource's own content at the side. */
export const FormBody = ({ id, form, inputs, aside: Aside }: FormBodyProps) => {
  const { t } = useWords();
  const isIndexed = form.sections.length > manySections;
  const index = form.sections.map(({ key, title, fields }) => ({
    id: `${id}-section-${key}`,
    title,
    problems: fields.flatMap(({ problems }) => problems).length,
  }));
  return (
    <div className="form-body" data-indexed={isIndexed || undefined} data-aside={Aside ? true : undefined}>
      {isIndexed ? <SectionIndex sections={index} /> : null}
      <Sections id={id} form={form} inputs={inputs} />
      {Aside ? (
        <aside className="form-aside" aria-label={t('form.preview')}>
          <Aside resource={form.resource} draft={form.settled as never} onChange={form.type} />
        </aside>
      ) : null}
    </div>
  );
};

import { useId, useState, type ReactNode } from 'react';
import type { AnyField } from '@/schema';
import { FormField } from '@/views/form/FormField';
import { labelId } from '@/views/form/fieldIds';
import { FieldControl } from '@/fields/kit/FieldControl';
import { saysOf, wordOf, type Say } from '@/views/list/model/chips';
import { FilterValue } from '@/views/list/filter/FilterValue';
import { ListCell } from '@/views/list/table/ListCell';
import { FieldValue } from '@/fields/kit/FieldValue';
import { useWords } from '@/fields/kit/useWords';
import { uiOf } from '@/fields/kit/fieldUi';
import { must } from '@/schema/must';
import { fieldFixtures } from './fixture/specimens';
import '@/views/form/form.css';
import '@/views/list/list.css';
import '@/views/states/record.css';

interface SpecimenProps {
  readonly type: string;
  readonly field: AnyField;
  readonly value: unknown;
  readonly note: string;
}
const placeOf = (type: string) => ({ resource: 'specimens', name: type });

/** A value as tables and pages show it. */
const Read = ({ type, field, value }: SpecimenProps) => {
  const row = { [type]: value };
  const column = { name: type, field, sortable: field.sortable, align: uiOf(field).align ?? 'left' };
  return (
    <dl className="gallery-read">
      <div>
        <dt>cell</dt>
        <dd className="gallery-cell">
          <ListCell column={column} place={placeOf(type)} row={row} isComing={false} />
        </dd>
      </div>
      <div>
        <dt>show</dt>
        <dd>
          <FieldValue field={field} place={placeOf(type)} row={row} />
        </dd>
      </div>
    </dl>
  );
};
/** The input of a value, which keeps what is typed. */
const Typed = ({
  type,
  field,
  value: first,
  note,
  locked = false,
  problem,
}: SpecimenProps & { readonly locked?: boolean; readonly problem?: string }) => {
  const [value, setValue] = useState(first);
  const form = useId();
  return (
    <FormField
      form={form}
      name={type}
      field={field}
      place={placeOf(type)}
      label={`${type}, ${note}`}
      draft={{ [type]: value }}
      isLocked={locked}
      isChanged={false}
      problems={problem ? [{ path: type, text: problem }] : []}
      onChange={(_, next) => setValue(next)}
    />
  );
};
const Disabled = ({ type, field, value, note }: SpecimenProps) => {
  const id = useId();
  return (
    <div className="form-field">
      <label className="form-label" id={labelId(id)} htmlFor={id}>{`${type}, ${note}`}</label>
      <FieldControl id={id} field={field} place={placeOf(type)} draft={{ [type]: value }} value={value} disabled />
    </div>
  );
};
const Compared = ({ type, field, say }: { readonly type: string; readonly field: AnyField; readonly say: Say }) => {
  const { t } = useWords();
  const [value, setValue] = useState<unknown>(null);
  return (
    <div className="gallery-filter">
      <h3>{t(wordOf(say, field))}</h3>
      <FilterValue condition={{ field: type, ...say, value }} field={field} place={placeOf(type)} onChange={setValue} />
    </div>
  );
};
const State = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <section className="gallery-state" aria-label={name}>
    <h2>{name}</h2>
    {children}
  </section>
);

/** A field type in every state: how it is shown, typed in and compared. */
export const FieldPage = ({ type }: { readonly type: string }) => {
  const { t } = useWords();
  const { field, valid, long } = must(fieldFixtures[type], `the examples of ${type}`);
  const wide = long.field ?? field;
  const usual = valid.find((value) => !(Array.isArray(value) && value.length === 0));
  const compared = saysOf(field).filter(({ op, denied }) => op !== 'null' && !denied);
  return (
    <>
      <h1>{type}</h1>
      {valid.map((value, at) => {
        const one = { type, field, value, note: `usual ${at + 1}` };
        return (
          <State key={one.note} name={one.note}>
            <Read {...one} />
            <Typed {...one} />
          </State>
        );
      })}
      <State name="empty">
        <Read type={type} field={field} value={null} note="empty" />
        <Typed type={type} field={field} value={null} note="empty" />
      </State>
      <State name="long">
        <Read type={type} field={wide} value={long.value} note="long" />
        <Typed type={type} field={wide} value={long.value} note="long" />
      </State>
      <State name="error">
        <Typed type={type} field={field} value={usual} note="error" problem={t('validation.invalidValue')} />
      </State>
      <State name="disabled">
        <Disabled type={type} field={field} value={usual} note="disabled" />
      </State>
      <State name="locked">
        <Typed type={type} field={field} value={usual} note="locked" locked />
      </State>
      <State name="masked">
        <Read type={type} field={field} value={null} note="masked" />
        <Typed type={type} field={field} value={null} note="masked" locked />
      </State>
      <State name="narrow">
        <div className="gallery-narrow">
          <Read type={type} field={wide} value={long.value} note="narrow" />
          <Typed type={type} field={wide} value={long.value} note="narrow" />
        </div>
      </State>
      {compared.length > 0 ? (
        <State name="filter">
          {compared.map((say) => (
            <Compared key={say.op} type={type} field={field} say={say} />
          ))}
        </State>
      ) : null}
    </>
  );
};

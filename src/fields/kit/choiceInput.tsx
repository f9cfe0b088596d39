import { textIn, textsIn } from '@/schema/unknown';
import { Select } from '@/frame/antd/Select';
import type { ReactNode } from 'react';
import { choiceKey } from '@/schema/project/i18n';
import type { FilterProps, InputProps } from './contracts';
import { uiOf } from './fieldUi';
import { useWords } from './useWords';
import { selectProps } from './antdProps';

interface Option {
  readonly value: string;
  readonly label: ReactNode;
  readonly text: string;
}
/** The values of a closed set, found by their texts. If a cell shows one value, they are drawn as in tables. */
const useOptions = ({ field, place }: Pick<InputProps, 'field' | 'place'>, isList = false): Option[] => {
  const words = useWords();
  const Cell = isList ? undefined : uiOf(field).Cell;
  return (field.values ?? []).map((value) => {
    const text = words.t(choiceKey(place.resource, place.name, field, value));
    return { value, text, label: Cell ? <Cell value={value} field={field} place={place} row={{}} words={words} /> : text };
  });
};
const common = { className: 'input-wide', showSearch: true, optionFilterProp: 'text' } as const;

/** One value of a closed set. */
export const ChoiceInput = (props: InputProps<string>) => {
  const { t } = useWords();
  return (
    <Select
      {...common}
      {...selectProps(props)}
      placeholder={t('form.choose')}
      allowClear={!props.field.options.required && props.field.options.default === undefined}
      options={useOptions(props)}
      value={props.value ?? null}
      onChange={(value?: string | null) => props.onChange?.(value ?? null)}
    />
  );
};
/** Several values of a closed set. */
export const ChoicesInput = (props: InputProps<readonly string[]>) => {
  const { t } = useWords();
  return (
    <Select
      {...common}
      {...selectProps(props)}
      placeholder={t('form.choose')}
      mode="multiple"
      allowClear
      options={useOptions(props, true)}
      value={[...(props.value ?? [])]}
      onChange={(list: string[]) => props.onChange?.(list)}
    />
  );
};
/** One value to compare with, or several if the comparison takes a list. */
export const ChoiceFilter = ({ op, value, onChange, field, place, id }: FilterProps) => {
  const options = useOptions({ field, place }, op === 'has');
  const identity = id ? { id } : {};
  return op === 'in' || op === 'has' ? (
    <Select
      {...common}
      {...identity}
      mode="multiple"
      allowClear
      options={options}
      value={[...textsIn(value)]}
      onChange={(list: string[]) => onChange(list.length > 0 ? list : null)}
    />
  ) : (
    <Select
      {...common}
      {...identity}
      allowClear
      options={options}
      value={textIn(value)}
      onChange={(one?: string | null) => onChange(one ?? null)}
    />
  );
};

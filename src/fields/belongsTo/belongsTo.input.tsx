import { defineFieldInput, type FilterProps, type InputProps } from '@/fields/kit/contracts';
import { selectProps } from '@/fields/kit/antdProps';
import { useWords } from '@/fields/kit/useWords';
import { Select } from 'antd';
import { useTargets } from './useTargets';

const Picker = (props: InputProps<number>) => {
  const { t } = useWords();
  const { field, place, draft, value, onChange } = props;
  const { match = {} } = field;
  const missing = Object.values(match).find((own) => own in draft && (draft[own] === null || draft[own] === undefined));
  const narrowing = Object.entries(match)
    .filter(([, own]) => draft[own] !== null && draft[own] !== undefined)
    .map(([theirs, own]) => ({ field: theirs, operator: 'eq' as const, value: draft[own] }));
  const targets = useTargets({ field, place, draft, ids: value ? [value] : [], narrowing });
  return (
    <Select
      {...targets.selectProps}
      {...selectProps(props)}
      className="input-wide"
      labelInValue
      allowClear={!field.options.required}
      disabled={props.disabled === true || missing !== undefined}
      placeholder={missing ? t('form.chooseFirst', { field: t(`${place.resource}.fields.${missing}`) }) : t('form.choose')}
      value={value ? targets.labelled(value) : null}
      onChange={(option: { readonly value: number; readonly label?: unknown } | null | undefined) => {
        targets.remember(option ? [option] : []);
        onChange?.(option?.value ?? null);
      }}
    />
  );
};

/** One record to compare with, several where the comparison takes a list. */
const TargetFilter = ({ op, value, onChange, field, place, id }: FilterProps) => {
  const ids = (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]).map(Number);
  const targets = useTargets({ field, place, draft: {}, ids, narrowing: [] });
  const set = (options: readonly { readonly value: number; readonly label?: unknown }[]) => {
    targets.remember(options);
    const picked = options.map((option) => option.value);
    onChange(picked.length === 0 ? null : op === 'in' ? picked : picked.at(-1));
  };
  return (
    <Select
      {...targets.selectProps}
      className="input-wide"
      mode="multiple"
      labelInValue
      allowClear
      value={ids.map(targets.labelled)}
      onChange={set}
      {...(id && { id })}
    />
  );
};

export default defineFieldInput<number>({ Input: Picker, Filter: TargetFilter });

import { listIn } from '@/schema/unknown';
import { Select } from 'antd';
import { defineFieldInput, type FilterProps, type InputProps } from '@/fields/kit/contracts';
import { selectProps } from '@/fields/kit/antdProps';
import { useWords } from '@/fields/kit/useWords';
import { useTargets } from '../belongsTo/useTargets';

interface Option {
  readonly value: number;
  readonly label?: unknown;
}

/** Several records, searched by the server and narrowed by the neighbours that the field names. */
const SetPicker = (props: InputProps<readonly number[]>) => {
  const { t } = useWords();
  const { field, place, draft, onChange } = props;
  const { match = {} } = field;
  const isBlank = (name: string) => draft[name] === null || draft[name] === undefined;
  const missing = Object.values(match).find((own) => own in draft && isBlank(own));
  const narrowing = Object.entries(match)
    .filter(([, own]) => !isBlank(own))
    .map(([theirs, own]) => ({ field: theirs, operator: 'eq' as const, value: draft[own] }));
  const keys = props.value ?? [];
  const targets = useTargets({ field, place, draft, ids: keys, narrowing });
  const set = (options: readonly Option[]) => {
    targets.remember(options);
    onChange?.(options.map(({ value }) => value));
  };
  return (
    <Select
      {...targets.selectProps}
      {...selectProps(props)}
      className="input-wide"
      mode="multiple"
      labelInValue
      allowClear
      disabled={props.disabled === true || missing !== undefined}
      placeholder={missing ? t('form.chooseFirst', { field: t(`${place.resource}.fields.${missing}`) }) : t('form.choose')}
      value={keys.map(targets.labelled)}
      onChange={set}
    />
  );
};

const SetFilter = ({ value, onChange, field, place, id }: FilterProps) => {
  const keys = listIn(value).map(Number);
  const targets = useTargets({ field, place, draft: {}, ids: keys, narrowing: [] });
  const set = (options: readonly Option[]) => {
    targets.remember(options);
    onChange(options.length > 0 ? options.map((option) => option.value) : null);
  };
  return (
    <Select
      {...targets.selectProps}
      className="input-wide"
      mode="multiple"
      labelInValue
      allowClear
      value={keys.map(targets.labelled)}
      onChange={set}
      {...(id && { id })}
    />
  );
};

export default defineFieldInput<readonly number[]>({ Input: SetPicker, Filter: SetFilter, empty: [] });

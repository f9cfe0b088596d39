import { Select } from '@/frame/antd/Select';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { selectProps } from '@/fields/kit/antdProps';
import { useWords } from '@/fields/kit/useWords';
import { narrowingOf } from '../belongsTo/narrowingOf';
import { TargetFilter } from '../belongsTo/TargetFilter';
import { useTargets, type Option } from '../belongsTo/useTargets';

/** Several records, searched by the server and limited by the fields that the declaration names. */
const SetPicker = (props: InputProps<readonly number[]>) => {
  const { t } = useWords();
  const { field, place, draft, onChange } = props;
  const { missing, narrowing } = narrowingOf(props);
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

export default defineFieldInput<readonly number[]>({ Input: SetPicker, Filter: TargetFilter, empty: [] });

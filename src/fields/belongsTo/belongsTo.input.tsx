import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { selectProps } from '@/fields/kit/antdProps';
import { useWords } from '@/fields/kit/useWords';
import { Select } from '@/frame/antd/Select';
import { narrowingOf } from './narrowingOf';
import { TargetFilter } from './TargetFilter';
import { useTargets, type Option } from './useTargets';

const Picker = (props: InputProps<number>) => {
  const { t } = useWords();
  const { field, place, draft, value, onChange } = props;
  const { missing, narrowing } = narrowingOf(props);
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
      onChange={(option: Option | null | undefined) => {
        targets.remember(option ? [option] : []);
        onChange?.(option?.value ?? null);
      }}
    />
  );
};

export default defineFieldInput<number>({ Input: Picker, Filter: TargetFilter });

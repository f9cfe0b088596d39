import { Select } from '@/frame/antd/Select';
import { Switch } from '@/frame/antd/Switch';
import { defineFieldInput } from '@/fields/kit/contracts';
import { useWords } from '@/fields/kit/useWords';

export default defineFieldInput<boolean>({
  empty: false,
  Input: ({ value, onChange, id, disabled, describedBy }) => (
    <Switch
      className="input-switch"
      checked={value === true}
      onChange={(on) => onChange?.(on)}
      {...(id && { id })}
      {...(disabled && { disabled })}
      {...(describedBy && { 'aria-describedby': describedBy })}
    />
  ),
  Filter: ({ value, onChange, id }) => {
    const { t } = useWords();
    const options = [
      { value: 'true', label: t('list.values.yes') },
      { value: 'false', label: t('list.values.no') },
    ];
    return (
      <Select
        allowClear
        options={options}
        value={value === null || value === undefined ? null : String(value)}
        onChange={(text?: string) => onChange(text ? text === 'true' : null)}
        {...(id && { id })}
      />
    );
  },
});

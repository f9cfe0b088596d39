import { Input } from '@/frame/antd/Input';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { antdProps } from '@/fields/kit/antdProps';
import { TextFilter } from '@/fields/kit/textInput';
import { useWords } from '@/fields/kit/useWords';

const neutral = '#ffffff';

/** A colour, typed as hexadecimal digits or chosen in the browser's colour picker. */
const ColorInput = (props: InputProps<string>) => {
  const { t } = useWords();
  const { value, onChange, field, disabled = false } = props;
  const known = field.zod.safeParse(value);
  return (
    <span className="input-color">
      <Input
        {...antdProps(props)}
        autoComplete="off"
        spellCheck={false}
        placeholder="#14213d"
        value={value ?? ''}
        onChange={({ target }) => onChange?.(target.value === '' ? null : target.value)}
      />
      <input
        type="color"
        disabled={disabled}
        aria-label={t('form.pickColor')}
        value={known.success ? String(known.data) : neutral}
        onChange={({ target }) => onChange?.(target.value)}
      />
    </span>
  );
};

export default defineFieldInput<string>({ Input: ColorInput, Filter: TextFilter });

import { memberKey } from '@/schema/project/i18n';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { LanguagePair } from '@/fields/kit/LanguagePair';
import { TextFilter } from '@/fields/kit/textInput';
import { useWords } from '@/fields/kit/useWords';
import type { Translated } from '../../words/Translated';
import { RichEditor } from './RichEditor';
import type { RichTextOptions } from './richText';
import './html.css';
import './richText.css';

type Value = string | Translated;

const RichInput = ({
  value,
  onChange,
  field,
  place,
  id = '',
  disabled = false,
  invalid = false,
  describedBy,
}: InputProps<Value, RichTextOptions>) => {
  const { t } = useWords();
  const [root = '', member] = place.name.split('.');
  const label = t(member === undefined ? `${place.resource}.fields.${root}` : memberKey(place.resource, root, member));
  const common = { disabled, describedBy };
  const required = field.options.required === true;
  if (!field.options.i18n)
    return (
      <RichEditor
        {...common}
        id={id}
        label={label}
        labelledBy={`${id}-label`}
        value={(value as string | null | undefined) ?? null}
        invalid={invalid}
        required={required}
        onChange={(html) => onChange?.(html)}
      />
    );
  return (
    <LanguagePair
      id={id}
      value={value as Translated | null | undefined}
      invalid={invalid}
      onChange={onChange}
      renderLine={({ language, name, text, onText, ...line }) => (
        <RichEditor
          {...common}
          {...line}
          label={`${label}, ${name}`}
          language={language}
          required={required && language === 'es'}
          value={text}
          onChange={onText}
        />
      )}
    />
  );
};

export default defineFieldInput<Value, RichTextOptions>({ Input: RichInput, Filter: TextFilter });

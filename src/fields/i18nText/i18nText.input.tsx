import { type I18nTextOptions } from './i18nText';
import { Input } from '@/frame/antd/Input';
import { TextArea } from '@/frame/antd/TextArea';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { antdProps } from '@/fields/kit/antdProps';
import { LanguagePair } from '@/fields/kit/LanguagePair';
import { TextFilter } from '@/fields/kit/textInput';
import type { Translated } from '../../words/Translated';

const longest = 200;

const PairInput = (props: InputProps<Translated, I18nTextOptions>) => {
  const { value, onChange, id = '', invalid = false, field } = props;
  const Line = (field.options.max ?? longest) > longest ? TextArea : Input;
  return (
    <LanguagePair
      id={id}
      value={value}
      invalid={invalid}
      onChange={onChange}
      renderLine={({ language, name, text, onText, ...line }) => (
        <Line
          {...antdProps({ ...props, ...line })}
          aria-label={name}
          {...(language === 'en' && { 'aria-required': false })}
          lang={language}
          placeholder={language === 'en' ? (value?.es ?? '') : ''}
          value={text ?? ''}
          onChange={({ target }: { readonly target: { readonly value: string } }) => onText(target.value)}
        />
      )}
    />
  );
};

export default defineFieldInput<Translated, I18nTextOptions>({ Input: PairInput, Filter: TextFilter });

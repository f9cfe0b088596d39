import { Input } from 'antd';
import { defineFieldInput, type InputProps } from '@/views/contracts';
import { antdProps } from '@/views/input/antdProps';
import { useNestedProblems } from '@/views/input/NestedProblems';
import { TextFilter } from '@/views/input/textInput';
import { useWords } from '@/views/useWords';
import type { Translated } from '../Translated';

const languages = ['es', 'en'] as const;
const longest = 200;

const PairInput = (props: InputProps<Translated>) => {
  const { t } = useWords();
  const problems = useNestedProblems();
  const { value, onChange, id = '', field } = props;
  const Line = ((field.options as { readonly max?: number }).max ?? longest) > longest ? Input.TextArea : Input;
  const set = (language: 'es' | 'en', text: string) => {
    const next = { es: value?.es ?? '', en: value?.en ?? null, [language]: text === '' && language === 'en' ? null : text };
    onChange?.(next.es === '' && next.en === null ? null : next);
  };
  return (
    <div className="input-pair" role="group" aria-labelledby={`${id}-label`}>
      {languages.map((language) => (
        <span key={language} className="input-pair-line">
          <abbr className="input-language" aria-hidden="true">{language.toUpperCase()}</abbr>
          <Line
            {...antdProps({ ...props, id: language === 'es' ? id : `${id}.${language}`, invalid: problems.some(({ path }) => path === language) || (props.invalid === true && language === 'es' && problems.length === 0) })}
            aria-label={t(`form.languages.${language}`)}
            {...(language === 'en' && { 'aria-required': false })}
            lang={language}
            placeholder={language === 'en' ? (value?.es ?? '') : ''}
            value={value?.[language] ?? ''}
            onChange={({ target }: { readonly target: { readonly value: string } }) => set(language, target.value)}
          />
        </span>
      ))}
    </div>
  );
};

export default defineFieldInput<Translated>({ Input: PairInput, Filter: TextFilter });

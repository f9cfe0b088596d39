import { defineFieldInput, type InputProps } from '@/views/contracts';
import { useNestedProblems } from '@/views/input/NestedProblems';
import { TextFilter } from '@/views/input/textInput';
import { useWords } from '@/views/useWords';
import type { Translated } from '../Translated';
import { RichEditor } from './RichEditor';
import type { RichTextOptions } from './richText';
import './html.css';
import './richText.css';

type Value = string | Translated;
const languages = ['es', 'en'] as const;

const RichInput = ({ value, onChange, field, place, id = '', disabled = false, invalid = false, describedBy }: InputProps<Value>) => {
  const { t } = useWords();
  const problems = useNestedProblems();
  const label = t(`${place.resource}.fields.${place.name}`);
  const common = { disabled, describedBy };
  const required = field.options.required === true;
  if (!(field.options as RichTextOptions).i18n) return <RichEditor {...common} id={id} label={label} labelledBy={`${id}-label`} value={(value as string | null | undefined) ?? null} invalid={invalid} required={required} onChange={(html) => onChange?.(html)} />;
  const texts = value as Translated | null | undefined;
  const set = (language: 'es' | 'en', html: string | null) => {
    const next = { es: texts?.es ?? '', en: texts?.en ?? null, [language]: html ?? (language === 'es' ? '' : null) };
    onChange?.(next.es === '' && next.en === null ? null : next);
  };
  return (
    <div className="input-pair" role="group" aria-labelledby={`${id}-label`}>
      {languages.map((language) => (
        <span key={language} className="input-pair-line">
          <abbr className="input-language" aria-hidden="true">{language.toUpperCase()}</abbr>
          <RichEditor
            {...common} id={language === 'es' ? id : `${id}.${language}`} label={`${label}, ${t(`form.languages.${language}`)}`} language={language} required={required && language === 'es'}
            invalid={problems.some(({ path }) => path === language) || (invalid && language === 'es' && problems.length === 0)} value={texts?.[language] || null} onChange={(html) => set(language, html)}
          />
        </span>
      ))}
    </div>
  );
};

export default defineFieldInput<Value>({ Input: RichInput, Filter: TextFilter });

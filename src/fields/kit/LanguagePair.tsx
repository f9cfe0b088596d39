import type { ReactNode } from 'react';
import type { Translated } from '@/words/Translated';
import { useWords } from '@/fields/kit/useWords';
import { useNestedProblems } from './NestedProblems';

export type Language = 'es' | 'en';
const languages: readonly Language[] = ['es', 'en'];

/** The content of the line of one language; `name` is the language as a word. */
export interface LanguageLine {
  readonly id: string;
  readonly language: Language;
  readonly name: string;
  readonly invalid: boolean;
  readonly text: string | null;
  readonly onText: (text: string | null) => void;
}
interface LanguagePairProps {
  readonly id: string;
  readonly value: Translated | null | undefined;
  readonly invalid: boolean;
  readonly onChange: ((value: Translated | null) => void) | undefined;
  readonly renderLine: (line: LanguageLine) => ReactNode;
}

/** A text in Spanish and in English, one line for each. Without any text the value is null; English may be absent. */
export const LanguagePair = ({ id, value, invalid, onChange, renderLine }: LanguagePairProps) => {
  const { t } = useWords();
  const problems = useNestedProblems();
  const set = (language: Language, text: string | null) => {
    const next = { es: value?.es ?? '', en: value?.en ?? null, [language]: text || (language === 'es' ? '' : null) };
    onChange?.(next.es === '' && next.en === null ? null : next);
  };
  return (
    <div className="input-pair" role="group" aria-labelledby={`${id}-label`}>
      {languages.map((language) => (
        <span key={language} className="input-pair-line">
          <abbr className="input-language" aria-hidden="true">
            {language.toUpperCase()}
          </abbr>
          {renderLine({
            id: language === 'es' ? id : `${id}.${language}`,
            language,
            name: t(`form.languages.${language}`),
            text: value?.[language] || null,
            onText: (text) => set(language, text),
            invalid: problems.some(({ path }) => path === language) || (invalid && language === 'es' && problems.length === 0),
          })}
        </span>
      ))}
    </div>
  );
};

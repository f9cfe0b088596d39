import { useWords } from '@/fields/kit/useWords';
import { partOf, textIn } from '@/schema/unknown';
import './letterSample.css';

/** A letter as its recipient reads it. */
export const LetterSample = ({ result }: { readonly result: unknown }) => {
  const { t } = useWords();
  return (
    <article className="letter-sample" aria-label={t('letter_templates.actions.preview')}>
      <header>
        <span>{t('letter_templates.preview.subject')}</span>
        <strong>{textIn(partOf(result, 'subject'))}</strong>
      </header>
      <p>{textIn(partOf(result, 'text'))}</p>
    </article>
  );
};

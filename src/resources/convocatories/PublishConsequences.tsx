import { useWords } from '@/fields/kit/useWords';
import { rowsIn, numberIn, partOf, textIn } from '@/schema/unknown';
import { formatNumber } from '@/words/format';
import './call.css';

/** What publishing a version changes, and who gets a letter. */
export const PublishConsequences = ({ result }: { readonly result: unknown }) => {
  const { t, locale } = useWords();
  const titles = rowsIn(partOf(result, 'changed')).map(({ title }) => textIn(title) ?? '');
  const count = (name: string): number => numberIn(partOf(result, name)) ?? 0;
  const [people, letters] = [count('people'), count('letters')];
  const line = (name: string, number: number): string | null =>
    number > 0 ? t(`convocatories.publishing.${name}`, { count: number, number: formatNumber(number, locale) }) : null;
  const changes =
    count('superseded') === 0
      ? t('convocatories.publishing.first')
      : titles.length > 0
        ? t('convocatories.publishing.changed', { sections: titles.join(', ') })
        : t('convocatories.publishing.same');
  return (
    <ul className="outcome-consequence call-consequences" data-calm="">
      <li>{changes}</li>
      {[line('letters', letters), letters > 0 ? null : line('quiet', people)].map((text) => (text ? <li key={text}>{text}</li> : null))}
    </ul>
  );
};

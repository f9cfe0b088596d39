import { Link } from 'react-router';
import { useRegistry } from '@/fields/kit/AppContext';
import { BibChip } from '@/fields/kit/BibChip';
import { FieldValue } from '@/fields/kit/FieldValue';
import { fieldLabel } from '@/fields/kit/fieldLabel';
import { useWords } from '@/fields/kit/useWords';
import type { InferRow } from '@/schema';
import type { result_versions } from './result_versions';
import { formatNumber } from '@/words/format';
import './versionChanges.css';

type Version = InferRow<typeof result_versions>;
type Change = NonNullable<Version['changes']>[number];

/** A value of a version, which keeps all of them as text. */
const Value = ({ name, text }: { readonly name: string; readonly text: string | null | undefined }) => {
  const results = useRegistry().get('results');
  const field = results.all[name];
  if (text === null || text === undefined) return <>–</>;
  if (!field || field.members) return <>{text}</>;
  const isNumber = field.column === 'integer' || field.column === 'bigint';
  return (
    <FieldValue isCell isLoose field={field} place={{ resource: results.name, name }} row={{ [name]: isNumber ? Number(text) : text }} />
  );
};

const Places = ({ change: { place_before, place_after } }: { readonly change: Change }) => {
  const { locale } = useWords();
  const text = (place: number | null | undefined): string => (place ? formatNumber(place, locale) : '–');
  return place_before === place_after ? (
    <>{text(place_after)}</>
  ) : (
    <>
      <del>{text(place_before)}</del> → {text(place_after)}
    </>
  );
};

/** What differs between a version and the one before, result by result. */
export default function VersionChanges({ row: version }: { readonly row: Version }) {
  const words = useWords(),
    { t, locale } = words;
  const results = useRegistry().get('results');
  const changes = version.changes ?? [];
  if (changes.length === 0) return <p>{t('result_versions.page.none')}</p>;
  return (
    <div className="version-scroll" tabIndex={0} role="region" aria-label={t('result_versions.fields.changes')}>
      <table className="version-changes">
        <thead>
          <tr>
            {['name', 'field', 'before', 'after'].map((name) => (
              <th key={name} scope="col">
                {t(`result_versions.members.changes.${name}`)}
              </th>
            ))}
            <th scope="col">{t('result_versions.page.place')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change, at) => (
            <tr key={`${change.resultid} ${change.field} ${at}`}>
              <th scope="row">
                {change.number === null || change.number === undefined ? null : <BibChip>{String(change.number)}</BibChip>}{' '}
                <Link to={`/results/${change.resultid}`}>{change.name ?? `#${change.resultid}`}</Link>
              </th>
              <td>{change.field === 'resultid' ? t('result_versions.page.added') : fieldLabel(words, results, change.field)}</td>
              <td>
                <Value name={change.field} text={change.before} />
              </td>
              <td>{change.field === 'resultid' ? null : <Value name={change.field} text={change.after} />}</td>
              <td>
                <Places change={change} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {(version.changed_total ?? 0) > changes.length ? (
        <p>
          {t('result_versions.page.cut', {
            shown: formatNumber(changes.length, locale),
            total: formatNumber(version.changed_total ?? 0, locale),
          })}
        </p>
      ) : null}
    </div>
  );
}

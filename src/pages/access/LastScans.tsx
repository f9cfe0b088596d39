import { useWords } from '@/fields/kit/useWords';
import { formatInstant } from '@/words/format';
import type { PastScan } from '@/domain/registration/accessPoint';
import { bibOf, lookOf, wordOf } from './looks';
import type { PointCopy } from './pointCopy';
import type { Unsent } from './deskState';

interface LastScansProps {
  readonly last: readonly PastScan[];
  readonly unsent: readonly Unsent[];
  readonly copy: PointCopy;
}
const timeAt = 11;

interface Line {
  readonly key: string;
  readonly at: string;
  readonly result: PastScan['result'] | null;
  readonly direction: PastScan['direction'];
  readonly who: string;
  readonly bib: string;
  readonly note: string | null;
}

/** The last scans of the point, of all devices; those that this one has not sent come first. */
export const LastScans = ({ last, unsent, copy }: LastScansProps) => {
  const { t } = useWords();
  const waiting = unsent.map(({ client_uuid, at, result, direction, inscriptionid, code }): Line => {
    const person = inscriptionid === null ? undefined : copy.person(inscriptionid);
    return {
      key: client_uuid,
      at,
      result,
      direction,
      who: person?.name ?? code,
      bib: person ? bibOf(person) : '',
      note: t('scan.last.waiting'),
    };
  });
  const arrived = last.map(({ scanid, scanned_at, result, direction, name, raw_code, isForced, ...bib }): Line => ({
    key: String(scanid),
    at: scanned_at,
    result,
    direction,
    who: name ?? raw_code,
    bib: bibOf(bib),
    note: isForced ? t('scan.last.forced') : null,
  }));
  const lines = [...waiting.toReversed(), ...arrived];
  return (
    <section className="acc-last" aria-label={t('scan.last.title')}>
      <h2>{t('scan.last.title')}</h2>
      {lines.length === 0 ? <p>{t('scan.last.none')}</p> : null}
      <ul>
        {lines.map(({ key, at, result, direction, who, bib, note }) => (
          <li key={key}>
            <time dateTime={at}>{formatInstant(at).slice(timeAt)}</time>
            <span className="acc-dot" data-colour={lookOf(result, direction).colour}>
              {t(wordOf(result, direction))}
            </span>
            <span className="acc-who">
              {bib ? <b>{bib}</b> : null} {who}
              {note ? <em>{note}</em> : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

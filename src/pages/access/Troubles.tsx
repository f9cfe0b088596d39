import { useWords } from '@/fields/kit/useWords';
import { formatInstant } from '@/words/format';
import { bibOf, wordOf } from './looks';
import { isRedeemPayload, type DeskState } from './deskState';

interface TroublesProps extends Pick<DeskState, 'refused' | 'differing'> {
  readonly onDismiss: (client_uuid: string) => void;
  readonly onForget: () => void;
}
/** What a person has to look at after a time without a connection: scans that were answered otherwise, and those that were refused. */
export const Troubles = ({ refused, differing, onDismiss, onForget }: TroublesProps) => {
  const { t } = useWords();
  if (refused.length + differing.length === 0) return null;
  return (
    <section className="acc-troubles" aria-label={t('scan.troubles.title')}>
      {differing.length > 0 ? (
        <>
          <h2>{t('scan.troubles.differing', { count: differing.length })}</h2>
          <ul>
            {differing.map(({ client_uuid, answer: { person, result, direction, scanned_at } }) => (
              <li key={client_uuid}>
                {formatInstant(scanned_at)} · {person ? `${bibOf(person)} ${person.name}`.trim() : t('scan.troubles.nobody')} ·{' '}
                <b>{t(wordOf(result, direction))}</b>
              </li>
            ))}
          </ul>
          <button type="button" className="asd-button scan-wide" onClick={onForget}>
            {t('scan.troubles.seen')}
          </button>
        </>
      ) : null}
      {refused.length > 0 ? (
        <>
          <h2>{t('scan.troubles.refused', { count: refused.length })}</h2>
          <ul>
            {refused.map(({ entry: { client_uuid, device_time, payload }, refusal: { code, message } }) => (
              <li key={client_uuid}>
                <span>
                  {device_time ? `${formatInstant(device_time)} · ` : ''}
                  {isRedeemPayload(payload) ? `${payload.said} · ` : ''}
                  {message || t(code === 'UNREADABLE' ? 'scan.troubles.unreadable' : 'scan.troubles.noReason')}
                </span>
                <button type="button" className="asd-button scan-wide" onClick={() => onDismiss(client_uuid)}>
                  {t('scan.troubles.dismiss')}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
};

import { Link } from 'react-router';
import { useWords } from '@/fields/kit/useWords';
import { numberIn, partOf, rowsIn, textIn } from '@/schema/unknown';
import { OutcomeTable } from '@/views/action/OutcomeTable';
import { formatInstant } from '@/words/format';

/** Everything that was sent to an athlete, the newest first, each with its state and a way to its record. */
export const SentMessages = ({ result }: { readonly result: unknown }) => {
  const { t } = useWords();
  const messages = rowsIn(partOf(result, 'messages'));
  if (messages.length === 0) return <p>{t('web_users.messages.none')}</p>;
  return (
    <>
      <OutcomeTable
        label={t('web_users.actions.messages')}
        head={['at', 'what', 'event', 'status'].map((name) => t(`web_users.messages.${name}`))}
      >
        {messages.map((message) => {
          const [resource, kind, reason] = [textIn(message['resource']) ?? '', textIn(message['kind']), textIn(message['reason'])];
          const id = numberIn(message['id']) ?? 0;
          const channel = kind === null ? t('web_users.messages.push') : t(`inscription_letters.choices.kind.${kind}`);
          const title = textIn(message['title']);
          return (
            <tr key={`${resource} ${id}`}>
              <td>{formatInstant(textIn(message['at']) ?? '')}</td>
              <td>
                <Link to={`/${resource}/${id}`}>{title ?? channel}</Link>
                {title === null ? null : ` · ${channel}`}
              </td>
              <td>{textIn(message['event']) ?? '—'}</td>
              <td>
                {t(`${resource}.choices.status.${textIn(message['status']) ?? ''}`)}
                {reason === null ? null : ` · ${t(`inscription_letters.choices.withdrawn_for.${reason}`)}`}
              </td>
            </tr>
          );
        })}
      </OutcomeTable>
      {partOf(result, 'isCut') === true ? <p>{t('web_users.messages.cut')}</p> : null}
    </>
  );
};

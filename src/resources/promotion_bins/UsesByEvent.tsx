import { Link } from 'react-router';
import type { AnyResource } from '@/schema';
import { fieldLabel } from '@/fields/kit/fieldLabel';
import { useWords } from '@/fields/kit/useWords';
import { isParts, listIn, partOf } from '@/schema/unknown';
import { OutcomeTable } from '@/views/action/OutcomeTable';
import { formatMoney } from '@/words/format';

interface UsedIn {
  readonly eventid: number;
  readonly name: string;
  readonly uses: number;
  readonly spent_cents: number;
}

const isUsedIn = (some: unknown): some is UsedIn =>
  isParts(some) && typeof some['eventid'] === 'number' && typeof some['name'] === 'string';

/** Where a promotion is used: how often and for how much, by event. */
export const UsesByEvent = ({ resource, result }: { readonly resource: AnyResource; readonly result: unknown }) => {
  const words = useWords();
  const { t, locale } = words;
  const events = listIn(partOf(result, 'events')).filter(isUsedIn);
  if (events.length === 0) return <p>{t('promotion_bins.outcomes.uses.none')}</p>;
  return (
    <OutcomeTable
      label={t('promotion_bins.actions.uses')}
      head={[t('events.singular'), fieldLabel(words, resource, 'uses_count'), fieldLabel(words, resource, 'spent_cents')]}
    >
      {events.map(({ eventid, name, uses, spent_cents }) => (
        <tr key={eventid}>
          <td>
            <Link to={`/events/${eventid}`}>{name}</Link>
          </td>
          <td>{uses}</td>
          <td>{formatMoney(spent_cents, locale)}</td>
        </tr>
      ))}
    </OutcomeTable>
  );
};

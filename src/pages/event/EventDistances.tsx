import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SellingDistance } from '@/domain/registration/overview';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { FieldValue } from '@/fields/kit/FieldValue';
import { useWords } from '@/fields/kit/useWords';
import { toMexicoCity } from '@/providers/http/toMexicoCity';
import { fieldOf } from '@/schema';
import { can } from '@/schema/project/access';
import { formatDay, formatMoney, formatNumber } from '@/words/format';
import { CapacityBar } from '../home/CapacityBar';
import { listIn } from './listIn';
import { PlaceLink } from './PlaceLink';

interface DistancesProps {
  readonly eventid: number;
  readonly distances: readonly SellingDistance[];
}
const Line = ({ eventid, distance }: { readonly eventid: number; readonly distance: SellingDistance }) => {
  const { t } = useTranslation('events');
  const { locale } = useWords();
  const resource = useRegistry().get('distances');
  const { distanceid, name, status, sold, held, capacity, waiting, price_cents, price_until } = distance;
  const price =
    price_cents === null
      ? t('overview.noPrice')
      : t('overview.price', { amount: formatMoney(price_cents, locale), day: formatDay(toMexicoCity(price_until ?? '')) });
  return (
    <li className="event-distance">
      <div className="asd-event-what">
        <Link to={`/events/${eventid}/distances/${distanceid}`}>{name}</Link>
        <p>{price}</p>
        {waiting > 0 ? (
          <p>
            <PlaceLink eventid={eventid} route="waitlist_entries" filter={{ field: 'distanceid', op: 'eq', value: distanceid }}>
              {t('overview.waiting', { count: waiting, number: formatNumber(waiting, locale) })}
            </PlaceLink>
          </p>
        ) : null}
      </div>
      <FieldValue field={fieldOf(resource, 'status')} place={{ resource: 'distances', name: 'status' }} row={{ status }} isCell />
      <PlaceLink
        className="event-distance-seats"
        eventid={eventid}
        route="inscriptions"
        filter={{ field: 'distanceid', op: 'eq', value: distanceid }}
        aria-label={t('overview.seatsOf', { name })}
      >
        <CapacityBar sold={sold} held={held} capacity={capacity} />
      </PlaceLink>
    </li>
  );
};

/** The distances of an event: sold, held and free, and the price of today. */
export const EventDistances = ({ eventid, distances }: DistancesProps) => {
  const { t } = useTranslation(['events', 'distances']);
  const grants = useGrants();
  const resource = useRegistry().get('distances');
  if (!can(grants, 'list', resource)) return null;
  return (
    <section className="asd-panel" aria-labelledby="event-distances">
      <header>
        <h2 id="event-distances">{t('overview.distances')}</h2>
        <Link to={listIn(eventid, 'distances')}>{t('overview.allDistances')}</Link>
      </header>
      {distances.length === 0 ? (
        <p className="asd-panel-empty">
          {t('overview.noDistances')}{' '}
          {can(grants, 'create', resource) ? (
            <Link to={`/events/${eventid}/distances/create`}>{t('titles.create', { ns: 'distances' })}</Link>
          ) : null}
        </p>
      ) : (
        <ul className="event-distances">
          {distances.map((distance) => (
            <Line key={distance.distanceid} eventid={eventid} distance={distance} />
          ))}
        </ul>
      )}
    </section>
  );
};

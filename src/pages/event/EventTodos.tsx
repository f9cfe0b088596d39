import { useTranslation } from 'react-i18next';
import { statusGroups } from '@/domain/registration/lifecycle';
import type { EventOverview, EventTodo } from '@/domain/registration/overview';
import { useWords } from '@/fields/kit/useWords';
import type { Filter } from '@/schema';
import { formatNumber } from '@/words/format';
import { PlaceLink } from './PlaceLink';

const isActive: Filter = { field: 'status', op: 'in', value: statusGroups.active };
const active = (more: Filter): Filter => ({ and: [isActive, more] });
/** Where each is done: a list inside the event, or the form of what does not exist yet. */
const places: Readonly<Record<EventTodo, { readonly route: string; readonly filter?: Filter }>> = {
  closing: { route: 'inscriptions', filter: { field: 'status', op: 'in', value: [...statusGroups.hold, ...statusGroups.active] } },
  refunds: {
    route: 'payments',
    filter: {
      and: [
        { field: 'type', op: 'eq', value: 'refund' },
        { field: 'status', op: 'in', value: ['created', 'pending'] },
      ],
    },
  },
  no_pool: { route: 'bib_pools/create' },
  pool_empty: { route: 'bib_pools' },
  without_number: { route: 'inscriptions', filter: { field: 'status', op: 'in', value: ['paid', 'no_assign_number'] } },
  unsigned: { route: 'inscriptions', filter: active({ field: 'exoneration_status', op: 'in', value: ['pending', 'rejected'] }) },
  without_size: { route: 'inscriptions', filter: active({ field: 'tshirt_size', op: 'null' }) },
  shirts_low: { route: 'tshirt_models' },
  no_kit: { route: 'kits/create' },
  no_desk: { route: 'desks/create' },
  without_wave: { route: 'inscriptions', filter: active({ field: 'waveid', op: 'null' }) },
  unpaid: { route: 'inscriptions', filter: { field: 'status', op: 'in', value: statusGroups.hold } },
  kits_pending: { route: 'inscriptions', filter: active({ field: 'kit_status', op: 'in', value: ['pending', 'partial'] }) },
  no_results: { route: 'tyr' },
  claims: { route: 'result_claims', filter: { field: 'status', op: 'in', value: ['open', 'in_review'] } },
};

/** What is missing for race day and what waits; each line leads to where it is done. */
export const EventTodos = ({ eventid, todos }: { readonly eventid: number } & Pick<EventOverview, 'todos'>) => {
  const { t } = useTranslation('events');
  const { locale } = useWords();
  return (
    <section className="asd-panel" aria-labelledby="event-todos">
      <header>
        <h2 id="event-todos">{t('overview.missing')}</h2>
      </header>
      {todos.length === 0 ? <p className="asd-panel-empty">{t('overview.nothingMissing')}</p> : null}
      <ul className="event-todos">
        {todos.map(({ name, count }) => (
          <li key={name}>
            <PlaceLink eventid={eventid} {...places[name]} data-todo={name}>
              {t(`overview.todos.${name}`, { count, number: formatNumber(count, locale) })}
            </PlaceLink>
          </li>
        ))}
      </ul>
    </section>
  );
};

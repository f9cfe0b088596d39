import { useCustom, type BaseRecord } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { allowsRow } from '@/views/allowsRow';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import './checklist.css';

type Row = Readonly<Record<string, unknown>>;
interface Obstacles extends BaseRecord {
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

const waiting = new Set(['draft', 'in_review', 'postponed']);
/** Tabs of the event; everything else is in its own form. */
const tabs: ReadonlySet<string> = new Set(['distances', 'convocatories', 'exonerations']);

/** What an event still needs before it can be published, as the server answers a rehearsal; each item links to where it is created. */
export const PublishChecklist = ({ id, row }: { readonly id: number; readonly row: Row }) => {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const events = useRegistry().get('events');
  const grants = useGrants();
  const isAsked = waiting.has(String(row['status'])) && allowsRow(grants, 'publish', events, row);
  const { query } = useCustom<Obstacles>({
    url: `/v2/event/events/${id}/publish`,
    method: 'get',
    dataProviderName: 'event',
    errorNotification: false,
    queryOptions: { enabled: isAsked, retry: false, queryKey: ['publish', id, row['version'], pathname], refetchOnWindowFocus: true },
  });
  const lacking = query.data?.data.errors;
  if (!isAsked || !lacking) return null;
  return (
    <section className="asd-checklist" aria-label={t('event.publish')} data-ready={lacking.length === 0 || undefined}>
      <strong>{t(lacking.length === 0 ? 'event.ready' : 'event.lacking')}</strong>
      {lacking.length === 0 ? null : (
        <ul>
          {lacking.map(({ path, message }) => (
            <li key={path}>
              <Link to={tabs.has(path) ? `/events/${id}/${path}` : `/events/${id}/edit`}>{message}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { toast } from '@/providers/notification/toaster';
import { useOrganization } from '@/providers/ServicesContext';
import type { Filter } from '@/schema';
import { createKeptList } from '@/state/createKeptList';
import { useStore } from '@/state/createStore';
import { can } from '@/schema/project/access';
import { partOf } from '@/schema/unknown';
import { useRunAction } from '@/views/action/runAction';
import type { Counted } from './counted';
import { useCounted } from './useCounted';

const statuses = (...value: readonly string[]): Filter => ({ field: 'status', op: 'in', value });
const ever: Filter = { field: 'created', op: 'gte', value: '2000-01-01T00:00:00Z' };
const events: Counted = { key: 'event', resource: 'events', filter: { field: 'start_at', op: 'gte', value: '2000-01-01T00:00:00Z' } };
/** The way from nothing to a first registration: each step is done once its list has so many records. */
const steps: readonly (Counted & { readonly to: string; readonly needs: number })[] = [
  { ...events, to: '/events/create', needs: 1 },
  { key: 'distance', resource: 'distances', filter: statuses('open', 'paused', 'sold_out', 'closed'), to: '/events', needs: 1 },
  {
    key: 'published',
    resource: 'events',
    filter: statuses('published', 'sold_out', 'closed', 'in_progress', 'finished'),
    to: '/events',
    needs: 1,
  },
  { key: 'team', resource: 'memberships', filter: statuses('invited', 'active'), to: '/memberships/create', needs: 2 },
  { key: 'registration', resource: 'inscriptions', filter: ever, to: '/inscriptions/create', needs: 1 },
];
/** People with more events than this know the way. */
const mostEvents = 2;

/** The organizations whose first steps somebody hid, remembered in this browser. */
const hiddenStore = createKeptList('dorsal.firstStepsHidden');

/** The first steps of an organization without events of its own; nothing for people who may not create one, or who hid them. */
export const FirstSteps = () => {
  const { current } = useOrganization();
  const registry = useRegistry(),
    grants = useGrants();
  const organization = String(current?.organizationid);
  const isHidden = useStore(hiddenStore).includes(organization);
  if (isHidden || !current || !can(grants, 'create', registry.get('events'))) return null;
  return <Beginning onHide={() => hiddenStore.put(organization, true)} />;
};

const Beginning = ({ onHide }: { readonly onHide: () => void }) => {
  const [found] = useCounted([events]);
  return found?.total === undefined || found.total > mostEvents ? null : <Steps onHide={onHide} isEmpty={found.total === 0} />;
};

const Sample = () => {
  const { t } = useTranslation('home');
  const navigate = useNavigate();
  const resource = useRegistry().get('events');
  const run = useRunAction({ resource, name: 'create_sample', action: { on: 'list' }, target: { ids: [] } });
  const [isBusy, setBusy] = useState(false);
  const create = async (): Promise<void> => {
    setBusy(true);
    try {
      const { result } = await run({}, false);
      const made = partOf(result, 'eventid');
      if (typeof made === 'number') void navigate(`/events/${made}`);
    } catch (error) {
      toast('error', error instanceof Error ? error.message : t('first.sampleFailed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className="asd-first-sample">
      <button type="button" className="asd-button" disabled={isBusy} onClick={() => void create()}>
        {t('first.sample')}
      </button>
      <small>{t('first.sampleNote')}</small>
    </p>
  );
};

const Steps = ({ onHide, isEmpty }: { readonly onHide: () => void; readonly isEmpty: boolean }) => {
  const { t } = useTranslation('home');
  const registry = useRegistry(),
    grants = useGrants();
  const open = steps.filter(({ resource }) => can(grants, 'list', registry.get(resource)));
  const counts = useCounted(open);
  const rows = open.map((step, at) => ({ ...step, isDone: (counts[at]?.total ?? 0) >= step.needs }));
  const done = rows.filter(({ isDone }) => isDone).length;
  if (counts.some(({ total, isError }) => total === undefined && !isError) || done === rows.length) return null;
  return (
    <section className="asd-panel" aria-labelledby="asd-first">
      <header>
        <h2 id="asd-first">{t('first.title')}</h2>
        <small>{t('first.lead', { done, all: rows.length })}</small>
        <button type="button" className="asd-button" onClick={onHide}>
          {t('first.hide')}
        </button>
      </header>
      <ol className="asd-first">
        {rows.map(({ key, to, isDone }) => (
          <li key={key} data-done={isDone || undefined}>
            {isDone ? <span>{t(`first.steps.${key}`)}</span> : <Link to={to}>{t(`first.steps.${key}`)}</Link>}
            <span className="asd-hidden-text">{t(isDone ? 'first.isDone' : 'first.toDo')}</span>
          </li>
        ))}
      </ol>
      {isEmpty ? <Sample /> : null}
    </section>
  );
};

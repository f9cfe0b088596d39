import { statusGroups } from '@/domain/registration/lifecycle';
import { allOf, type Filter } from '@/schema';
import { active, activeSince, dayStart } from './figures';

/** A number that is the total of a list, and nothing else. */
export interface Counted {
  readonly key: string;
  readonly resource: string;
  readonly filter: Filter;
}
const week = 6,
  soonMs = 86_400_000;
const eq = (field: string, value: unknown): Filter => ({ field, op: 'eq', value });
const inStatus = (...value: readonly string[]): Filter => ({ field: 'status', op: 'in', value });
/** Whether a figure is of events, and so of a region; wallets are of the whole platform. */
export const hasRegion = ({ resource }: Counted): boolean => resource !== 'wallets';
/** Narrows a figure to the events of a region. */
export const within = (region: string | null, counted: Counted): Counted =>
  region && hasRegion(counted)
    ? { ...counted, filter: allOf(counted.filter, eq(counted.resource === 'events' ? 'region' : 'eventid.region', region))! }
    : counted;

/** How many registered. */
export const registrations = (): readonly Counted[] => [
  { key: 'registered', resource: 'inscriptions', filter: active },
  { key: 'today', resource: 'inscriptions', filter: activeSince(dayStart(0)) },
  { key: 'week', resource: 'inscriptions', filter: activeSince(dayStart(week)) },
  { key: 'kits', resource: 'inscriptions', filter: { and: [active, { field: 'kit_status', op: 'in', value: ['pending', 'partial'] }] } },
];
/** What waits for somebody. */
export const attention = (now: number): readonly Counted[] => [
  { key: 'chargebacks', resource: 'inscriptions', filter: eq('status', 'chargeback') },
  { key: 'refunds', resource: 'payments', filter: { and: [eq('type', 'refund'), eq('status', 'created')] } },
  { key: 'credits', resource: 'wallets', filter: { field: 'pending_cents', op: 'null', value: false } },
  {
    key: 'vouchers',
    resource: 'inscriptions',
    filter: {
      and: [
        eq('status', 'pending_payment'),
        { field: 'expires_at', op: 'between', value: [new Date(now).toISOString(), new Date(now + soonMs).toISOString()] },
      ],
    },
  },
  { key: 'pools', resource: 'bib_pools', filter: eq('free_count', 0) },
  { key: 'sizes', resource: 'tshirt_stock', filter: eq('low', true) },
  { key: 'imports', resource: 'import_jobs', filter: inStatus('uploaded', 'mapped', 'validated') },
  { key: 'failedImports', resource: 'import_jobs', filter: inStatus('failed', 'done_with_errors') },
  {
    key: 'claims',
    resource: 'result_claims',
    filter: { and: [inStatus('open', 'in_review'), { field: 'due_at', op: 'lt', value: new Date(now + soonMs).toISOString() }] },
  },
  { key: 'failedReports', resource: 'report_jobs', filter: inStatus('failed') },
];
/** In which part of their life registrations are. */
export const mix: readonly Counted[] = (['active', 'hold', 'disputed', 'closed'] as const).map((key) => ({
  key,
  resource: 'inscriptions',
  filter: { field: 'status', op: 'in', value: statusGroups[key] },
}));

import { statusGroups } from '@/domain/registration/lifecycle';
import type { Filter } from '@/schema';
import { active, activeSince, dayStart } from './figures';

/** A number that is the total of a list. */
export interface Counted {
  readonly key: string;
  readonly resource: string;
  readonly filter: Filter;
}
const week = 6,
  soonMs = 86_400_000;
const eq = (field: string, value: unknown): Filter => ({ field, op: 'eq', value });
const inStatus = (...value: readonly string[]): Filter => ({ field: 'status', op: 'in', value });
/** Whether a figure is about events, and so about a region; wallets belong to the whole platform. */
export const hasRegion = ({ resource }: Counted): boolean => resource !== 'wallets';
/** Limits a figure to the events of a region. */
export const within = (region: string | null, counted: Counted): Counted =>
  region && hasRegion(counted)
    ? { ...counted, filter: { and: [counted.filter, eq(counted.resource === 'events' ? 'region' : 'eventid.region', region)] } }
    : counted;

/** The number of registrations. */
export const registrations = (): readonly Counted[] => [
  { key: 'registered', resource: 'inscriptions', filter: active },
  { key: 'today', resource: 'inscriptions', filter: activeSince(dayStart(0)) },
  { key: 'week', resource: 'inscriptions', filter: activeSince(dayStart(week)) },
  { key: 'kits', resource: 'inscriptions', filter: { and: [active, { field: 'kit_status', op: 'in', value: ['pending', 'partial'] }] } },
];
/** Things that wait for somebody. */
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
/** The statuses of registrations. */
export const mix: readonly Counted[] = (['active', 'hold', 'disputed', 'closed'] as const).map((key) => ({
  key,
  resource: 'inscriptions',
  filter: { field: 'status', op: 'in', value: statusGroups[key] },
}));

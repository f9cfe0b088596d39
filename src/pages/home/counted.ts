import { statusGroups } from '@/domain/registration/lifecycle';
import { waitingWhen, type Filter, type Registry } from '@/schema';
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
/** What belongs to the whole platform, and to no event. */
const ofPlatform: ReadonlySet<string> = new Set(['wallets', 'fmtri_affiliations']);
/** Whether a figure is about events, and so about a region. */
export const hasRegion = ({ resource }: Counted): boolean => !ofPlatform.has(resource);
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
/** Things that wait for somebody, no matter for whom; most are what declarations say. */
export const attention = (registry: Registry, now: number): readonly Counted[] => {
  const waiting = (key: string, resource: string, wait: string): Counted => ({
    key,
    resource,
    filter: waitingWhen(registry.get(resource), wait, now),
  });
  return [
    waiting('affiliations', 'fmtri_affiliations', 'to_review'),
    waiting('affiliationRefunds', 'fmtri_affiliations', 'refunds_failed'),
    waiting('chargebacks', 'inscriptions', 'chargebacks'),
    waiting('refunds', 'payments', 'to_approve'),
    waiting('credits', 'wallets', 'credit_to_approve'),
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
    waiting('imports', 'import_jobs', 'to_confirm'),
    waiting('failedImports', 'import_jobs', 'failed'),
    waiting('claims', 'result_claims', 'due'),
    waiting('failedReports', 'report_jobs', 'failed'),
  ];
};
/** The statuses of registrations. */
export const mix: readonly Counted[] = (['active', 'hold', 'disputed', 'closed'] as const).map((key) => ({
  key,
  resource: 'inscriptions',
  filter: { field: 'status', op: 'in', value: statusGroups[key] },
}));

import type { AnyResource } from '../resource';
import { sqlLiteral } from '../sql';
import type { Rule } from './rules';

/** When a row becomes an event: `became` is a change of its state, `changed` any other change of what it says. */
type Moment =
  | { readonly kind: 'added' }
  | { readonly kind: 'changed'; readonly except?: readonly string[] }
  | { readonly kind: 'became'; readonly states: readonly string[]; readonly type?: string; readonly again?: true };

const became = (states: readonly string[], more: { readonly type?: string; readonly again?: true } = {}): Moment => ({
  kind: 'became',
  states,
  ...more,
});

/** The tables whose changes webhooks may be called for. `again` also counts the change from one of the states to another; `except` is where a job notes that it looked. */
const announced: Readonly<Partial<Record<string, Readonly<Record<string, Moment>>>>> = {
  inscriptions: {
    'registration.created': { kind: 'added' },
    'registration.updated': { kind: 'changed' },
    'registration.paid': became(['paid', 'assign_number', 'no_assign_number']),
    'registration.cancelled': became(['cancelled', 'wallet_refund']),
  },
  payments: {
    'payment.captured': became(['paid'], { type: 'charge' }),
    'payment.refunded': became(['paid'], { type: 'refund' }),
  },
  kit_deliveries: {
    'delivery.made': became(['delivered', 'partial']),
    'delivery.voided': became(['voided', 'returned']),
  },
  result_sets: { 'results.published': became(['provisional', 'official'], { again: true }) },
  web_users: { 'athlete.updated': { kind: 'changed', except: ['twins_checked_at'] }, 'athlete.merged': became(['merged']) },
};

const textOf = (side: 'n' | 'o', columns: readonly string[]): string =>
  `(to_jsonb(${side}) - array[${columns.map(sqlLiteral).join(', ')}])`;
/** Columns whose change says nothing by itself; a change of the state has events of its own or counts as a change. */
const silent = ['updated', 'updated_by', 'version'];
/** How many other records there are is said by the events of those records. */
const silentOf = ({ fields }: AnyResource, except: readonly string[] = []): readonly string[] => [
  ...silent,
  ...except,
  ...Object.entries(fields).flatMap(([field, { computed }]) => (computed?.kind === 'count' && computed.stored ? [field] : [])),
];

const conditionOf = (resource: AnyResource, moment: Moment, isAdded: boolean): string => {
  if (moment.kind === 'added') return String(isAdded);
  if (moment.kind === 'changed') {
    const columns = silentOf(resource, moment.except);
    return isAdded ? 'false' : `${textOf('n', columns)} <> ${textOf('o', columns)}`;
  }
  const states = `(${moment.states.map(sqlLiteral).join(', ')})`;
  const before = moment.again ? 'n.status <> o.status' : `o.status not in ${states}`;
  return [`n.status in ${states}`, ...(isAdded ? [] : [before]), ...(moment.type ? [`n.type = ${sqlLiteral(moment.type)}`] : [])].join(
    ' and ',
  );
};

/**
 * Writes one message for each webhook that is on and wants the event, in the transaction of the change. Rows of no organization are for
 * webhooks of the organization that runs the platform.
 */
const insertSql = (resource: AnyResource, events: Readonly<Record<string, Moment>>, isAdded: boolean): string => {
  const { name, key, all } = resource;
  const cases = Object.entries(events).map(([event, moment]) => `(${sqlLiteral(event)}, ${conditionOf(resource, moment, isAdded)})`);
  const owner = all['organizationid']
    ? 'w.organizationid = n.organizationid'
    : 'exists (select from public.organizations p where p.organizationid = w.organizationid and p.is_platform)';
  return [
    '    insert into public.webhook_deliveries (webhookid, message_ref, event, subject, subject_key, status, next_at)',
    `    select w.webhookid, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.event, ${sqlLiteral(name)}, n.${key}, 'waiting', now()`,
    `      from added n ${isAdded ? '' : `join gone o on o.${key} = n.${key} `}cross join lateral (values ${cases.join(', ')}) e(event, applies)`,
    `      join public.webhooks w on w.status = 'on' and w.deleted_at is null and e.event = any(w.events) and ${owner}`,
    `     where e.applies order by n.${key};`,
  ].join('\n');
};

/** Writes the messages of webhooks with the change that they are about, so that none is lost and none is sent for what was rolled back. */
export const webhookTriggers = (resource: AnyResource): readonly Rule[] => {
  const events = Object.hasOwn(announced, resource.name) ? announced[resource.name] : undefined;
  if (!events) return [];
  return (['insert', 'update'] as const).flatMap((verb) => {
    const name = `dorsal_webhooks_${resource.name}_${verb}`;
    const rows = verb === 'insert' ? 'referencing new table as added' : 'referencing new table as added old table as gone';
    const lines = [
      'begin',
      "  if exists (select 1 from public.webhooks w where w.status = 'on' and w.deleted_at is null) then",
      insertSql(resource, events, verb === 'insert'),
      '  end if;\n  return null;',
      'end',
    ].join('\n');
    return [
      {
        name: `function ${name}`,
        sql: `create or replace function public.${name}() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$\n${lines}\n$$;`,
      },
      {
        name: `trigger ${resource.name} ${name}`,
        sql: `create or replace trigger ${name} after ${verb} on public."${resource.name}" ${rows} for each statement execute function public.${name}();`,
      },
    ];
  });
};

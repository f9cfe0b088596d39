import type { Registry } from '../registry';
import type { AnyResource } from '../resource';
import type { Rule } from './rules';
import { changedFunction, changedTriggers, linkTriggers, ownerTrigger, stampTriggers, tallyTriggers } from './triggers';
import { webhookTriggers } from './webhookTriggers';
import { ownership } from './shape';

const quote = (name: string): string => `"${name}"`;
const tableOf = (name: string): string => `public.${quote(name)}`;
const currentOrganization = "(select nullif(current_setting('app.org', true), '')::bigint)";

type Role = 'dorsal_tenant' | 'dorsal_platform' | 'dorsal_public';
/** Who may see or write which rows of a table. */
export interface Policy {
  readonly name: string;
  readonly to: Role | readonly Role[];
  readonly command: 'all' | 'select' | 'insert' | 'update' | 'delete';
  readonly using?: string;
  readonly check?: string;
}
/** What the roles of requests may do with one table. Several for the same table are combined. */
export interface TableRules {
  readonly table: string;
  /** Privileges of each role, as `grant` names them. */
  readonly grants: readonly (readonly [privileges: string, to: Role])[];
  readonly policies: readonly Policy[];
  /** Whether rows without a policy are inaccessible; decided by the others of the same table when absent. */
  readonly guarded?: boolean;
}

const policyRule = (table: string, { name, to, command, using, check }: Policy): Rule => ({
  name: `policy ${table} dorsal_${name}`,
  sql: `create policy dorsal_${name} on ${tableOf(table)} for ${command} to ${[to].flat().join(', ')}${using ? ` using (${using})` : ''}${check ? ` with check (${check})` : ''};`,
});

/** Whether the policies show a member only rows of the chosen organization, and those of none. */
export const isOfOrganization = ({ tenancy }: AnyResource): boolean =>
  tenancy !== 'catalog' && tenancy !== 'platform' && !(typeof tenancy === 'object' && 'through' in tenancy);

/** Each condition reads the setting once per statement and contains no `or`, so that an index can answer it. */
const tenantPolicies = (resource: AnyResource, registry: Registry): readonly Policy[] => {
  const { tenancy, key, name } = resource;
  const tenant = { to: 'dorsal_tenant' } as const;
  const own = `organizationid = ${currentOrganization}`;
  if (typeof tenancy === 'object' && 'through' in tenancy) {
    const [other, via] = tenancy.through.split('.') as [string, string];
    const alive = registry.get(other).appendOnly ? '' : ' and o.deleted_at is null';
    const visible = `exists (select 1 from ${tableOf(other)} o where o.${quote(via)} = ${tableOf(name)}.${quote(key)}${alive})`;
    return [
      { ...tenant, name: 'tenant_select', command: 'select', using: visible },
      { ...tenant, name: 'tenant_update', command: 'update', using: visible, check: 'true' },
      { ...tenant, name: 'tenant_insert', command: 'insert', check: 'true' },
    ];
  }
  if (tenancy === 'self') {
    const itself = `${quote(key)} = ${currentOrganization}`;
    return [{ ...tenant, name: 'tenant', command: 'all', using: itself, check: itself }];
  }
  if (tenancy === 'catalog') return [{ ...tenant, name: 'tenant', command: 'select', using: 'true' }];
  if (tenancy === 'platform') return [];
  const mine: Policy = { ...tenant, name: 'tenant', command: 'all', using: own, check: own };
  return ownership(resource, registry) === 'optional'
    ? [mine, { ...tenant, name: 'tenant_shared', command: 'select', using: 'organizationid is null' }]
    : [mine];
};

const currentPerson = "(select nullif(current_setting('app.userid', true), '')::bigint)";

/** Rows of one person belong to that person under either role; other rows, and those about a record, follow their organization. */
const policiesOf = (resource: AnyResource, registry: Registry): readonly Policy[] => {
  const { owner, shared, about } = resource.scope ?? {};
  if (!owner || about)
    return [
      { name: 'platform', to: 'dorsal_platform', command: 'all', using: 'true', check: 'true' },
      ...tenantPolicies(resource, registry),
    ];
  const mine = `organizationid = ${currentOrganization} and ${quote(owner)} = ${currentPerson}`;
  return (['platform', 'tenant'] as const).flatMap((name): readonly Policy[] => {
    const to = `dorsal_${name}` as const;
    return [
      { name, to, command: 'all', using: mine, check: mine },
      ...(shared
        ? [
            {
              name: `${name}_shared`,
              to,
              command: 'select' as const,
              using: `organizationid = ${currentOrganization} and ${quote(shared)}`,
            },
          ]
        : []),
    ];
  });
};

const grants = ({ appendOnly, tenancy }: AnyResource): TableRules['grants'] => {
  const verbs = appendOnly ? 'select, insert' : 'select, insert, update, delete';
  return [
    [tenancy === 'catalog' || tenancy === 'platform' ? 'select' : verbs, 'dorsal_tenant'],
    [verbs, 'dorsal_platform'],
  ];
};

const requestRoles = 'dorsal_tenant, dorsal_platform, dorsal_public';
const tableRules = (all: readonly TableRules[]): readonly Rule[] =>
  [...new Set(all.map(({ table }) => table))].flatMap((table) => {
    const own = all.filter((each) => each.table === table);
    const given = own.flatMap((each) => each.grants).map(([privileges, to]) => `grant ${privileges} on ${tableOf(table)} to ${to};`);
    return [
      { name: `grants ${table}`, sql: [`revoke all on ${tableOf(table)} from ${requestRoles};`, ...given].join('\n') },
      ...(own.some(({ guarded }) => guarded)
        ? [{ name: `rls ${table}`, sql: `alter table ${tableOf(table)} enable row level security;` }]
        : []),
      ...own.flatMap(({ policies }) => policies.map((policy) => policyRule(table, policy))),
    ];
  });

const triggerRules = (resource: AnyResource, registry: Registry): readonly Rule[] => [
  ...ownerTrigger(resource, registry),
  ...tallyTriggers(resource, registry),
  ...linkTriggers(resource, registry),
  ...stampTriggers(resource),
  ...changedTriggers(resource),
  ...webhookTriggers(resource),
];

/** Under a policy, `like` and "includes" filter instead of using their index, unless the database knows that they leak nothing. */
const leakproof = `do $$
declare it regprocedure;
begin
  foreach it in array array['pg_catalog.textlike(text, text)', 'pg_catalog.arraycontains(anyarray, anyarray)']::regprocedure[] loop
    if not (select proleakproof from pg_proc where oid = it) then
      execute format('alter function %s leakproof', it);
    end if;
  end loop;
exception when insufficient_privilege then
  raise notice 'textlike and arraycontains stay not leakproof: searches and filters of lists under a policy filter instead of using their index';
end $$;`;

const bump = `create or replace function public.dorsal_bump_access() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.access_stamp set stamp = stamp + 1;
  perform pg_notify('dorsal', '{"to":"rights"}');
  return null;
end
$$;`;

/**
 * What every database needs before its first table: extensions, the function for accents, and the roles of requests: two for signed-in
 * people and one for others. Running it again changes nothing.
 */
export const foundationSql = `create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;
create extension if not exists btree_gist with schema public;

create or replace function public.immutable_unaccent(text) returns text language sql immutable strict parallel safe
as $$ select public.unaccent('public.unaccent'::regdictionary, $1) $$;

do $$
declare wanted text;
begin
  foreach wanted in array array['dorsal_tenant', 'dorsal_platform', 'dorsal_public'] loop
    if not exists (select 1 from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception when duplicate_object or unique_violation then
        null; -- roles are cluster-wide: another database made it this instant
      end;
    end if;
    if not pg_has_role(current_user, wanted, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end $$;
`;

/**
 * Everything in the database that is no table, index or constraint, as named rules; deterministic for given declarations. `own` is the part
 * of tables without a resource.
 */
export const securityRules = (registry: Registry, own: readonly TableRules[] = [], more: readonly Rule[] = []): readonly Rule[] => {
  const resources = [...registry.all].sort((one, other) => (one.name < other.name ? -1 : 1));
  const tables = resources.map((resource): TableRules => ({
    table: resource.name,
    grants: grants(resource),
    policies: policiesOf(resource, registry),
    guarded: true,
  }));
  return [
    { name: 'schema', sql: `grant usage on schema public to ${requestRoles};` },
    { name: 'leakproof', sql: leakproof },
    { name: 'function dorsal_bump_access', sql: bump },
    changedFunction,
    ...tableRules([...tables, ...own]),
    ...resources.flatMap((resource) => triggerRules(resource, registry)),
    ...more,
    {
      name: 'sequences',
      sql: `revoke all on all sequences in schema public from ${requestRoles};\ngrant usage, select on all sequences in schema public to dorsal_tenant, dorsal_platform;`,
    },
  ];
};

const current = "(select nullif(current_setting('app.org', true), '')::bigint)";

const owned = (table: string): string => `grant select, insert on public.${table} to dorsal_tenant, dorsal_platform;
alter table public.${table} enable row level security;
create policy dorsal_platform on public.${table} for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant_select on public.${table} for select to dorsal_tenant using (organizationid = ${current});
create policy dorsal_tenant_insert on public.${table} for insert to dorsal_tenant with check (coalesce(organizationid, ${current}) = ${current});`;

const person = "(select nullif(current_setting('app.userid', true), '')::bigint)";
const mine = `organizationid = ${current} and userid = ${person}`;
const personal = (table: string): string => `grant select, insert, update, delete on public.${table} to dorsal_tenant, dorsal_platform;
alter table public.${table} enable row level security;
create policy dorsal_mine on public.${table} for all to dorsal_tenant, dorsal_platform using (${mine}) with check (${mine});`;

/** What somebody who did not sign in reads of one event: columns to count by, none that says who anybody is. */
const counted: Readonly<Record<string, readonly string[]>> = {
  events: ['eventid', 'name', 'start_at', 'city', 'status', 'capacity', 'sold_count', 'held_count', 'deleted_at'],
  distances: ['distanceid', 'eventid', 'name', 'sort', 'capacity', 'sold_count', 'held_count', 'deleted_at'],
  inscriptions: ['eventid', 'distanceid', 'status', 'kit_status', 'exoneration_status', 'checked_in_at', 'deleted_at'],
  result_sets: ['result_setid', 'eventid', 'distanceid', 'revision', 'status', 'deleted_at'],
  results: ['result_setid', 'eventid', 'status', 'deleted_at'],
};
const opened = Object.entries(counted).map(([table, columns]) => `grant select (${columns.join(', ')}) on public.${table} to dorsal_public;
create policy dorsal_public on public.${table} for select to dorsal_public using (deleted_at is null and eventid = (select nullif(current_setting('app.event', true), '')::bigint));`).join('\n');

/** Grants and policies of the tables that are no resource: what was done and what was uploaded is added and read, never changed; runs belong to one person. Nobody but the owner reaches what signs people in. */
export const ownSecurity = `-- audits, uploads, action_runs, access_stamp
${owned('audits')}
${owned('uploads')}
${personal('action_runs')}
${opened}
insert into public.access_stamp (one) values (true) on conflict do nothing;
grant select on public.access_stamp to dorsal_tenant, dorsal_platform;`;

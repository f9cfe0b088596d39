const current = "(select nullif(current_setting('app.org', true), '')::bigint)";

const owned = (table: string): string => `grant select, insert on public.${table} to dorsal_tenant, dorsal_platform;
alter table public.${table} enable row level security;
create policy dorsal_platform on public.${table} for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant_select on public.${table} for select to dorsal_tenant using (organizationid = ${current});
create policy dorsal_tenant_insert on public.${table} for insert to dorsal_tenant with check (coalesce(organizationid, ${current}) = ${current});`;

/** Grants and policies of the tables that are no resource: rows are added and read, never changed. Nobody but the owner reaches what signs people in. */
export const ownSecurity = `-- audits, uploads, access_stamp
${owned('audits')}
${owned('uploads')}
insert into public.access_stamp (one) values (true) on conflict do nothing;
grant select on public.access_stamp to dorsal_tenant, dorsal_platform;`;

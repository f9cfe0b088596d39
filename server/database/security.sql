-- Projected from the declarations by "npm run db:generate"; edit those instead. The start applies each rule whose text changed or that the database lacks.

-- rule: schema
grant usage on schema public to dorsal_tenant, dorsal_platform, dorsal_public;

-- rule: leakproof
do $$
declare it regprocedure;
begin
  foreach it in array array['pg_catalog.textlike(text, text)', 'pg_catalog.arraycontains(anyarray, anyarray)']::regprocedure[] loop
    if not (select proleakproof from pg_proc where oid = it) then
      execute format('alter function %s leakproof', it);
    end if;
  end loop;
exception when insufficient_privilege then
  raise notice 'textlike and arraycontains stay not leakproof: searches and filters of lists under a policy filter instead of using their index';
end $$;

-- rule: function dorsal_bump_access
create or replace function public.dorsal_bump_access() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.access_stamp set stamp = stamp + 1;
  perform pg_notify('dorsal', '{"to":"rights"}');
  return null;
end
$$;

-- rule: function dorsal_note_changes
create or replace function public.dorsal_note_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  part record;
  rows text := format('select %s as org, %s as event from ', tg_argv[1], tg_argv[2]);
begin
  if tg_op <> 'DELETE' then
    for part in execute format(
      'select %s as org, case when count(*) <= 40 then to_json(array_agg(c.%I)) end as ids, case when count(distinct %s) <= 40 then to_json(array_agg(distinct %s) filter (where %s is not null)) end as events from changed c group by 1',
      tg_argv[1], tg_argv[0], tg_argv[2], tg_argv[2], tg_argv[2])
    loop
      perform pg_notify('dorsal', json_build_object('to', 'rows', 'resource', tg_table_name, 'organizationid', part.org, 'ids', part.ids, 'eventids', part.events)::text);
    end loop;
  end if;
  execute format(
    'insert into public.list_changes (resource, xid, organizationid, eventid) select distinct %L, pg_current_xact_id(), coalesce(noted.org, 0), coalesce(noted.event, 0) from (%s) noted on conflict do nothing',
    tg_table_name, case tg_op when 'INSERT' then rows || 'changed c' when 'DELETE' then rows || 'was c' else rows || 'changed c union ' || rows || 'was c' end);
  return null;
end
$$;

-- rule: grants access_scans
revoke all on public."access_scans" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert on public."access_scans" to dorsal_tenant;
grant select, insert on public."access_scans" to dorsal_platform;

-- rule: rls access_scans
alter table public."access_scans" enable row level security;

-- rule: policy access_scans dorsal_platform
create policy dorsal_platform on public."access_scans" for all to dorsal_platform using (true) with check (true);

-- rule: policy access_scans dorsal_tenant
create policy dorsal_tenant on public."access_scans" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants age_categories
revoke all on public."age_categories" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."age_categories" to dorsal_tenant;
grant select, insert, update, delete on public."age_categories" to dorsal_platform;

-- rule: rls age_categories
alter table public."age_categories" enable row level security;

-- rule: policy age_categories dorsal_platform
create policy dorsal_platform on public."age_categories" for all to dorsal_platform using (true) with check (true);

-- rule: policy age_categories dorsal_tenant
create policy dorsal_tenant on public."age_categories" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants api_keys
revoke all on public."api_keys" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."api_keys" to dorsal_tenant;
grant select, insert, update, delete on public."api_keys" to dorsal_platform;

-- rule: rls api_keys
alter table public."api_keys" enable row level security;

-- rule: policy api_keys dorsal_platform
create policy dorsal_platform on public."api_keys" for all to dorsal_platform using (true) with check (true);

-- rule: policy api_keys dorsal_tenant
create policy dorsal_tenant on public."api_keys" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants apolo_plans
revoke all on public."apolo_plans" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."apolo_plans" to dorsal_tenant;
grant select, insert, update, delete on public."apolo_plans" to dorsal_platform;

-- rule: rls apolo_plans
alter table public."apolo_plans" enable row level security;

-- rule: policy apolo_plans dorsal_platform
create policy dorsal_platform on public."apolo_plans" for all to dorsal_platform using (true) with check (true);

-- rule: grants apolo_subscriptions
revoke all on public."apolo_subscriptions" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."apolo_subscriptions" to dorsal_tenant;
grant select, insert, update, delete on public."apolo_subscriptions" to dorsal_platform;

-- rule: rls apolo_subscriptions
alter table public."apolo_subscriptions" enable row level security;

-- rule: policy apolo_subscriptions dorsal_platform
create policy dorsal_platform on public."apolo_subscriptions" for all to dorsal_platform using (true) with check (true);

-- rule: grants asenters
revoke all on public."asenters" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."asenters" to dorsal_tenant;
grant select, insert, update, delete on public."asenters" to dorsal_platform;

-- rule: rls asenters
alter table public."asenters" enable row level security;

-- rule: policy asenters dorsal_platform
create policy dorsal_platform on public."asenters" for all to dorsal_platform using (true) with check (true);

-- rule: policy asenters dorsal_tenant
create policy dorsal_tenant on public."asenters" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants benefit_grants
revoke all on public."benefit_grants" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."benefit_grants" to dorsal_tenant;
grant select, insert, update, delete on public."benefit_grants" to dorsal_platform;

-- rule: rls benefit_grants
alter table public."benefit_grants" enable row level security;

-- rule: policy benefit_grants dorsal_platform
create policy dorsal_platform on public."benefit_grants" for all to dorsal_platform using (true) with check (true);

-- rule: policy benefit_grants dorsal_tenant
create policy dorsal_tenant on public."benefit_grants" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants benefits
revoke all on public."benefits" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."benefits" to dorsal_tenant;
grant select, insert, update, delete on public."benefits" to dorsal_platform;

-- rule: rls benefits
alter table public."benefits" enable row level security;

-- rule: policy benefits dorsal_platform
create policy dorsal_platform on public."benefits" for all to dorsal_platform using (true) with check (true);

-- rule: policy benefits dorsal_tenant
create policy dorsal_tenant on public."benefits" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants bib_pools
revoke all on public."bib_pools" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."bib_pools" to dorsal_tenant;
grant select, insert, update, delete on public."bib_pools" to dorsal_platform;

-- rule: rls bib_pools
alter table public."bib_pools" enable row level security;

-- rule: policy bib_pools dorsal_platform
create policy dorsal_platform on public."bib_pools" for all to dorsal_platform using (true) with check (true);

-- rule: policy bib_pools dorsal_tenant
create policy dorsal_tenant on public."bib_pools" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants bibs
revoke all on public."bibs" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."bibs" to dorsal_tenant;
grant select, insert, update, delete on public."bibs" to dorsal_platform;

-- rule: rls bibs
alter table public."bibs" enable row level security;

-- rule: policy bibs dorsal_platform
create policy dorsal_platform on public."bibs" for all to dorsal_platform using (true) with check (true);

-- rule: policy bibs dorsal_tenant
create policy dorsal_tenant on public."bibs" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants carousel_items
revoke all on public."carousel_items" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."carousel_items" to dorsal_tenant;
grant select, insert, update, delete on public."carousel_items" to dorsal_platform;

-- rule: rls carousel_items
alter table public."carousel_items" enable row level security;

-- rule: policy carousel_items dorsal_platform
create policy dorsal_platform on public."carousel_items" for all to dorsal_platform using (true) with check (true);

-- rule: grants carousels
revoke all on public."carousels" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."carousels" to dorsal_tenant;
grant select, insert, update, delete on public."carousels" to dorsal_platform;

-- rule: rls carousels
alter table public."carousels" enable row level security;

-- rule: policy carousels dorsal_platform
create policy dorsal_platform on public."carousels" for all to dorsal_platform using (true) with check (true);

-- rule: grants certificate_templates
revoke all on public."certificate_templates" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."certificate_templates" to dorsal_tenant;
grant select, insert, update, delete on public."certificate_templates" to dorsal_platform;

-- rule: rls certificate_templates
alter table public."certificate_templates" enable row level security;

-- rule: policy certificate_templates dorsal_platform
create policy dorsal_platform on public."certificate_templates" for all to dorsal_platform using (true) with check (true);

-- rule: policy certificate_templates dorsal_tenant
create policy dorsal_tenant on public."certificate_templates" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants certificates
revoke all on public."certificates" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."certificates" to dorsal_tenant;
grant select, insert, update, delete on public."certificates" to dorsal_platform;

-- rule: rls certificates
alter table public."certificates" enable row level security;

-- rule: policy certificates dorsal_platform
create policy dorsal_platform on public."certificates" for all to dorsal_platform using (true) with check (true);

-- rule: policy certificates dorsal_tenant
create policy dorsal_tenant on public."certificates" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants comments
revoke all on public."comments" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."comments" to dorsal_tenant;
grant select, insert, update, delete on public."comments" to dorsal_platform;

-- rule: rls comments
alter table public."comments" enable row level security;

-- rule: policy comments dorsal_platform
create policy dorsal_platform on public."comments" for all to dorsal_platform using (true) with check (true);

-- rule: policy comments dorsal_tenant
create policy dorsal_tenant on public."comments" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants convocatories
revoke all on public."convocatories" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."convocatories" to dorsal_tenant;
grant select, insert, update, delete on public."convocatories" to dorsal_platform;

-- rule: rls convocatories
alter table public."convocatories" enable row level security;

-- rule: policy convocatories dorsal_platform
create policy dorsal_platform on public."convocatories" for all to dorsal_platform using (true) with check (true);

-- rule: policy convocatories dorsal_tenant
create policy dorsal_tenant on public."convocatories" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants countries
revoke all on public."countries" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."countries" to dorsal_tenant;
grant select, insert, update, delete on public."countries" to dorsal_platform;

-- rule: rls countries
alter table public."countries" enable row level security;

-- rule: policy countries dorsal_platform
create policy dorsal_platform on public."countries" for all to dorsal_platform using (true) with check (true);

-- rule: policy countries dorsal_tenant
create policy dorsal_tenant on public."countries" for select to dorsal_tenant using (true);

-- rule: grants coupon_batches
revoke all on public."coupon_batches" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."coupon_batches" to dorsal_tenant;
grant select, insert, update, delete on public."coupon_batches" to dorsal_platform;

-- rule: rls coupon_batches
alter table public."coupon_batches" enable row level security;

-- rule: policy coupon_batches dorsal_platform
create policy dorsal_platform on public."coupon_batches" for all to dorsal_platform using (true) with check (true);

-- rule: policy coupon_batches dorsal_tenant
create policy dorsal_tenant on public."coupon_batches" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants coupon_uses
revoke all on public."coupon_uses" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."coupon_uses" to dorsal_tenant;
grant select, insert, update, delete on public."coupon_uses" to dorsal_platform;

-- rule: rls coupon_uses
alter table public."coupon_uses" enable row level security;

-- rule: policy coupon_uses dorsal_platform
create policy dorsal_platform on public."coupon_uses" for all to dorsal_platform using (true) with check (true);

-- rule: policy coupon_uses dorsal_tenant
create policy dorsal_tenant on public."coupon_uses" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants coupons
revoke all on public."coupons" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."coupons" to dorsal_tenant;
grant select, insert, update, delete on public."coupons" to dorsal_platform;

-- rule: rls coupons
alter table public."coupons" enable row level security;

-- rule: policy coupons dorsal_platform
create policy dorsal_platform on public."coupons" for all to dorsal_platform using (true) with check (true);

-- rule: policy coupons dorsal_tenant
create policy dorsal_tenant on public."coupons" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants desks
revoke all on public."desks" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."desks" to dorsal_tenant;
grant select, insert, update, delete on public."desks" to dorsal_platform;

-- rule: rls desks
alter table public."desks" enable row level security;

-- rule: policy desks dorsal_platform
create policy dorsal_platform on public."desks" for all to dorsal_platform using (true) with check (true);

-- rule: policy desks dorsal_tenant
create policy dorsal_tenant on public."desks" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants distances
revoke all on public."distances" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."distances" to dorsal_tenant;
grant select, insert, update, delete on public."distances" to dorsal_platform;
grant select (distanceid, eventid, name, sort, capacity, sold_count, held_count, deleted_at) on public."distances" to dorsal_public;

-- rule: rls distances
alter table public."distances" enable row level security;

-- rule: policy distances dorsal_platform
create policy dorsal_platform on public."distances" for all to dorsal_platform using (true) with check (true);

-- rule: policy distances dorsal_tenant
create policy dorsal_tenant on public."distances" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy distances dorsal_public
create policy dorsal_public on public."distances" for select to dorsal_public using (deleted_at is null and eventid = (select nullif(current_setting('app.event', true), '')::bigint));

-- rule: grants event_questions
revoke all on public."event_questions" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."event_questions" to dorsal_tenant;
grant select, insert, update, delete on public."event_questions" to dorsal_platform;

-- rule: rls event_questions
alter table public."event_questions" enable row level security;

-- rule: policy event_questions dorsal_platform
create policy dorsal_platform on public."event_questions" for all to dorsal_platform using (true) with check (true);

-- rule: policy event_questions dorsal_tenant
create policy dorsal_tenant on public."event_questions" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants events
revoke all on public."events" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."events" to dorsal_tenant;
grant select, insert, update, delete on public."events" to dorsal_platform;
grant select (eventid, name, start_at, city, status, capacity, sold_count, held_count, deleted_at) on public."events" to dorsal_public;

-- rule: rls events
alter table public."events" enable row level security;

-- rule: policy events dorsal_platform
create policy dorsal_platform on public."events" for all to dorsal_platform using (true) with check (true);

-- rule: policy events dorsal_tenant
create policy dorsal_tenant on public."events" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy events dorsal_public
create policy dorsal_public on public."events" for select to dorsal_public using (deleted_at is null and eventid = (select nullif(current_setting('app.event', true), '')::bigint));

-- rule: grants exoneration_signatures
revoke all on public."exoneration_signatures" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."exoneration_signatures" to dorsal_tenant;
grant select, insert, update, delete on public."exoneration_signatures" to dorsal_platform;

-- rule: rls exoneration_signatures
alter table public."exoneration_signatures" enable row level security;

-- rule: policy exoneration_signatures dorsal_platform
create policy dorsal_platform on public."exoneration_signatures" for all to dorsal_platform using (true) with check (true);

-- rule: policy exoneration_signatures dorsal_tenant
create policy dorsal_tenant on public."exoneration_signatures" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants exonerations
revoke all on public."exonerations" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."exonerations" to dorsal_tenant;
grant select, insert, update, delete on public."exonerations" to dorsal_platform;

-- rule: rls exonerations
alter table public."exonerations" enable row level security;

-- rule: policy exonerations dorsal_platform
create policy dorsal_platform on public."exonerations" for all to dorsal_platform using (true) with check (true);

-- rule: policy exonerations dorsal_tenant
create policy dorsal_tenant on public."exonerations" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants external_inscriptions
revoke all on public."external_inscriptions" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."external_inscriptions" to dorsal_tenant;
grant select, insert, update, delete on public."external_inscriptions" to dorsal_platform;

-- rule: rls external_inscriptions
alter table public."external_inscriptions" enable row level security;

-- rule: policy external_inscriptions dorsal_platform
create policy dorsal_platform on public."external_inscriptions" for all to dorsal_platform using (true) with check (true);

-- rule: policy external_inscriptions dorsal_tenant
create policy dorsal_tenant on public."external_inscriptions" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants external_settlements
revoke all on public."external_settlements" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."external_settlements" to dorsal_tenant;
grant select, insert, update, delete on public."external_settlements" to dorsal_platform;

-- rule: rls external_settlements
alter table public."external_settlements" enable row level security;

-- rule: policy external_settlements dorsal_platform
create policy dorsal_platform on public."external_settlements" for all to dorsal_platform using (true) with check (true);

-- rule: policy external_settlements dorsal_tenant
create policy dorsal_tenant on public."external_settlements" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants fmtri_affiliate_users
revoke all on public."fmtri_affiliate_users" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."fmtri_affiliate_users" to dorsal_tenant;
grant select, insert, update, delete on public."fmtri_affiliate_users" to dorsal_platform;

-- rule: rls fmtri_affiliate_users
alter table public."fmtri_affiliate_users" enable row level security;

-- rule: policy fmtri_affiliate_users dorsal_platform
create policy dorsal_platform on public."fmtri_affiliate_users" for all to dorsal_platform using (true) with check (true);

-- rule: grants fmtri_affiliation_types
revoke all on public."fmtri_affiliation_types" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."fmtri_affiliation_types" to dorsal_tenant;
grant select, insert, update, delete on public."fmtri_affiliation_types" to dorsal_platform;

-- rule: rls fmtri_affiliation_types
alter table public."fmtri_affiliation_types" enable row level security;

-- rule: policy fmtri_affiliation_types dorsal_platform
create policy dorsal_platform on public."fmtri_affiliation_types" for all to dorsal_platform using (true) with check (true);

-- rule: grants fmtri_affiliations
revoke all on public."fmtri_affiliations" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."fmtri_affiliations" to dorsal_tenant;
grant select, insert, update, delete on public."fmtri_affiliations" to dorsal_platform;

-- rule: rls fmtri_affiliations
alter table public."fmtri_affiliations" enable row level security;

-- rule: policy fmtri_affiliations dorsal_platform
create policy dorsal_platform on public."fmtri_affiliations" for all to dorsal_platform using (true) with check (true);

-- rule: grants followup_links
revoke all on public."followup_links" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."followup_links" to dorsal_tenant;
grant select, insert, update, delete on public."followup_links" to dorsal_platform;

-- rule: rls followup_links
alter table public."followup_links" enable row level security;

-- rule: policy followup_links dorsal_platform
create policy dorsal_platform on public."followup_links" for all to dorsal_platform using (true) with check (true);

-- rule: policy followup_links dorsal_tenant
create policy dorsal_tenant on public."followup_links" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants gateway_settlement_lines
revoke all on public."gateway_settlement_lines" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."gateway_settlement_lines" to dorsal_tenant;
grant select, insert, update, delete on public."gateway_settlement_lines" to dorsal_platform;

-- rule: rls gateway_settlement_lines
alter table public."gateway_settlement_lines" enable row level security;

-- rule: policy gateway_settlement_lines dorsal_platform
create policy dorsal_platform on public."gateway_settlement_lines" for all to dorsal_platform using (true) with check (true);

-- rule: grants gateway_settlements
revoke all on public."gateway_settlements" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."gateway_settlements" to dorsal_tenant;
grant select, insert, update, delete on public."gateway_settlements" to dorsal_platform;

-- rule: rls gateway_settlements
alter table public."gateway_settlements" enable row level security;

-- rule: policy gateway_settlements dorsal_platform
create policy dorsal_platform on public."gateway_settlements" for all to dorsal_platform using (true) with check (true);

-- rule: grants import_jobs
revoke all on public."import_jobs" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."import_jobs" to dorsal_tenant;
grant select, insert, update, delete on public."import_jobs" to dorsal_platform;

-- rule: rls import_jobs
alter table public."import_jobs" enable row level security;

-- rule: policy import_jobs dorsal_platform
create policy dorsal_platform on public."import_jobs" for all to dorsal_platform using (true) with check (true);

-- rule: policy import_jobs dorsal_tenant
create policy dorsal_tenant on public."import_jobs" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants import_rows
revoke all on public."import_rows" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."import_rows" to dorsal_tenant;
grant select, insert, update, delete on public."import_rows" to dorsal_platform;

-- rule: rls import_rows
alter table public."import_rows" enable row level security;

-- rule: policy import_rows dorsal_platform
create policy dorsal_platform on public."import_rows" for all to dorsal_platform using (true) with check (true);

-- rule: policy import_rows dorsal_tenant
create policy dorsal_tenant on public."import_rows" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants import_templates
revoke all on public."import_templates" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."import_templates" to dorsal_tenant;
grant select, insert, update, delete on public."import_templates" to dorsal_platform;

-- rule: rls import_templates
alter table public."import_templates" enable row level security;

-- rule: policy import_templates dorsal_platform
create policy dorsal_platform on public."import_templates" for all to dorsal_platform using (true) with check (true);

-- rule: policy import_templates dorsal_tenant
create policy dorsal_tenant on public."import_templates" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants inbody_measurements
revoke all on public."inbody_measurements" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."inbody_measurements" to dorsal_tenant;
grant select, insert, update, delete on public."inbody_measurements" to dorsal_platform;

-- rule: rls inbody_measurements
alter table public."inbody_measurements" enable row level security;

-- rule: policy inbody_measurements dorsal_platform
create policy dorsal_platform on public."inbody_measurements" for all to dorsal_platform using (true) with check (true);

-- rule: grants innovasport_pickups
revoke all on public."innovasport_pickups" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."innovasport_pickups" to dorsal_tenant;
grant select, insert, update, delete on public."innovasport_pickups" to dorsal_platform;

-- rule: rls innovasport_pickups
alter table public."innovasport_pickups" enable row level security;

-- rule: policy innovasport_pickups dorsal_platform
create policy dorsal_platform on public."innovasport_pickups" for all to dorsal_platform using (true) with check (true);

-- rule: policy innovasport_pickups dorsal_tenant
create policy dorsal_tenant on public."innovasport_pickups" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants inscription_documents
revoke all on public."inscription_documents" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."inscription_documents" to dorsal_tenant;
grant select, insert, update, delete on public."inscription_documents" to dorsal_platform;

-- rule: rls inscription_documents
alter table public."inscription_documents" enable row level security;

-- rule: policy inscription_documents dorsal_platform
create policy dorsal_platform on public."inscription_documents" for all to dorsal_platform using (true) with check (true);

-- rule: policy inscription_documents dorsal_tenant
create policy dorsal_tenant on public."inscription_documents" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants inscription_letters
revoke all on public."inscription_letters" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."inscription_letters" to dorsal_tenant;
grant select, insert, update, delete on public."inscription_letters" to dorsal_platform;

-- rule: rls inscription_letters
alter table public."inscription_letters" enable row level security;

-- rule: policy inscription_letters dorsal_platform
create policy dorsal_platform on public."inscription_letters" for all to dorsal_platform using (true) with check (true);

-- rule: policy inscription_letters dorsal_tenant
create policy dorsal_tenant on public."inscription_letters" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants inscription_log
revoke all on public."inscription_log" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert on public."inscription_log" to dorsal_tenant;
grant select, insert on public."inscription_log" to dorsal_platform;

-- rule: rls inscription_log
alter table public."inscription_log" enable row level security;

-- rule: policy inscription_log dorsal_platform
create policy dorsal_platform on public."inscription_log" for all to dorsal_platform using (true) with check (true);

-- rule: policy inscription_log dorsal_tenant
create policy dorsal_tenant on public."inscription_log" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants inscriptions
revoke all on public."inscriptions" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."inscriptions" to dorsal_tenant;
grant select, insert, update, delete on public."inscriptions" to dorsal_platform;
grant select (eventid, distanceid, status, kit_status, exoneration_status, checked_in_at, deleted_at) on public."inscriptions" to dorsal_public;

-- rule: rls inscriptions
alter table public."inscriptions" enable row level security;

-- rule: policy inscriptions dorsal_platform
create policy dorsal_platform on public."inscriptions" for all to dorsal_platform using (true) with check (true);

-- rule: policy inscriptions dorsal_tenant
create policy dorsal_tenant on public."inscriptions" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy inscriptions dorsal_public
create policy dorsal_public on public."inscriptions" for select to dorsal_public using (deleted_at is null and eventid = (select nullif(current_setting('app.event', true), '')::bigint));

-- rule: grants jobs
revoke all on public."jobs" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."jobs" to dorsal_tenant;
grant select, insert, update, delete on public."jobs" to dorsal_platform;

-- rule: rls jobs
alter table public."jobs" enable row level security;

-- rule: policy jobs dorsal_platform
create policy dorsal_platform on public."jobs" for all to dorsal_platform using (true) with check (true);

-- rule: grants kit_deliveries
revoke all on public."kit_deliveries" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."kit_deliveries" to dorsal_tenant;
grant select, insert, update, delete on public."kit_deliveries" to dorsal_platform;

-- rule: rls kit_deliveries
alter table public."kit_deliveries" enable row level security;

-- rule: policy kit_deliveries dorsal_platform
create policy dorsal_platform on public."kit_deliveries" for all to dorsal_platform using (true) with check (true);

-- rule: policy kit_deliveries dorsal_tenant
create policy dorsal_tenant on public."kit_deliveries" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants kit_items
revoke all on public."kit_items" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."kit_items" to dorsal_tenant;
grant select, insert, update, delete on public."kit_items" to dorsal_platform;

-- rule: rls kit_items
alter table public."kit_items" enable row level security;

-- rule: policy kit_items dorsal_platform
create policy dorsal_platform on public."kit_items" for all to dorsal_platform using (true) with check (true);

-- rule: policy kit_items dorsal_tenant
create policy dorsal_tenant on public."kit_items" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants kits
revoke all on public."kits" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."kits" to dorsal_tenant;
grant select, insert, update, delete on public."kits" to dorsal_platform;

-- rule: rls kits
alter table public."kits" enable row level security;

-- rule: policy kits dorsal_platform
create policy dorsal_platform on public."kits" for all to dorsal_platform using (true) with check (true);

-- rule: policy kits dorsal_tenant
create policy dorsal_tenant on public."kits" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants letter_steps
revoke all on public."letter_steps" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."letter_steps" to dorsal_tenant;
grant select, insert, update, delete on public."letter_steps" to dorsal_platform;

-- rule: rls letter_steps
alter table public."letter_steps" enable row level security;

-- rule: policy letter_steps dorsal_platform
create policy dorsal_platform on public."letter_steps" for all to dorsal_platform using (true) with check (true);

-- rule: policy letter_steps dorsal_tenant
create policy dorsal_tenant on public."letter_steps" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants letter_templates
revoke all on public."letter_templates" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."letter_templates" to dorsal_tenant;
grant select, insert, update, delete on public."letter_templates" to dorsal_platform;

-- rule: rls letter_templates
alter table public."letter_templates" enable row level security;

-- rule: policy letter_templates dorsal_platform
create policy dorsal_platform on public."letter_templates" for all to dorsal_platform using (true) with check (true);

-- rule: policy letter_templates dorsal_tenant
create policy dorsal_tenant on public."letter_templates" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants mail_blocks
revoke all on public."mail_blocks" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."mail_blocks" to dorsal_tenant;
grant select, insert, update, delete on public."mail_blocks" to dorsal_platform;

-- rule: rls mail_blocks
alter table public."mail_blocks" enable row level security;

-- rule: policy mail_blocks dorsal_platform
create policy dorsal_platform on public."mail_blocks" for all to dorsal_platform using (true) with check (true);

-- rule: policy mail_blocks dorsal_tenant
create policy dorsal_tenant on public."mail_blocks" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants mailings
revoke all on public."mailings" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."mailings" to dorsal_tenant;
grant select, insert, update, delete on public."mailings" to dorsal_platform;

-- rule: rls mailings
alter table public."mailings" enable row level security;

-- rule: policy mailings dorsal_platform
create policy dorsal_platform on public."mailings" for all to dorsal_platform using (true) with check (true);

-- rule: policy mailings dorsal_tenant
create policy dorsal_tenant on public."mailings" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants membership_events
revoke all on public."membership_events" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."membership_events" to dorsal_tenant;
grant select, insert, update, delete on public."membership_events" to dorsal_platform;

-- rule: rls membership_events
alter table public."membership_events" enable row level security;

-- rule: policy membership_events dorsal_platform
create policy dorsal_platform on public."membership_events" for all to dorsal_platform using (true) with check (true);

-- rule: policy membership_events dorsal_tenant
create policy dorsal_tenant on public."membership_events" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants membership_roles
revoke all on public."membership_roles" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."membership_roles" to dorsal_tenant;
grant select, insert, update, delete on public."membership_roles" to dorsal_platform;

-- rule: rls membership_roles
alter table public."membership_roles" enable row level security;

-- rule: policy membership_roles dorsal_platform
create policy dorsal_platform on public."membership_roles" for all to dorsal_platform using (true) with check (true);

-- rule: policy membership_roles dorsal_tenant
create policy dorsal_tenant on public."membership_roles" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants memberships
revoke all on public."memberships" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."memberships" to dorsal_tenant;
grant select, insert, update, delete on public."memberships" to dorsal_platform;

-- rule: rls memberships
alter table public."memberships" enable row level security;

-- rule: policy memberships dorsal_platform
create policy dorsal_platform on public."memberships" for all to dorsal_platform using (true) with check (true);

-- rule: policy memberships dorsal_tenant
create policy dorsal_tenant on public."memberships" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants notification_deliveries
revoke all on public."notification_deliveries" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."notification_deliveries" to dorsal_tenant;
grant select, insert, update, delete on public."notification_deliveries" to dorsal_platform;

-- rule: rls notification_deliveries
alter table public."notification_deliveries" enable row level security;

-- rule: policy notification_deliveries dorsal_platform
create policy dorsal_platform on public."notification_deliveries" for all to dorsal_platform using (true) with check (true);

-- rule: grants notifications
revoke all on public."notifications" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."notifications" to dorsal_tenant;
grant select, insert, update, delete on public."notifications" to dorsal_platform;

-- rule: rls notifications
alter table public."notifications" enable row level security;

-- rule: policy notifications dorsal_platform
create policy dorsal_platform on public."notifications" for all to dorsal_platform using (true) with check (true);

-- rule: grants orders
revoke all on public."orders" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."orders" to dorsal_tenant;
grant select, insert, update, delete on public."orders" to dorsal_platform;

-- rule: rls orders
alter table public."orders" enable row level security;

-- rule: policy orders dorsal_platform
create policy dorsal_platform on public."orders" for all to dorsal_platform using (true) with check (true);

-- rule: policy orders dorsal_tenant
create policy dorsal_tenant on public."orders" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants organizations
revoke all on public."organizations" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."organizations" to dorsal_tenant;
grant select, insert, update, delete on public."organizations" to dorsal_platform;

-- rule: rls organizations
alter table public."organizations" enable row level security;

-- rule: policy organizations dorsal_platform
create policy dorsal_platform on public."organizations" for all to dorsal_platform using (true) with check (true);

-- rule: policy organizations dorsal_tenant
create policy dorsal_tenant on public."organizations" for all to dorsal_tenant using ("organizationid" = (select nullif(current_setting('app.org', true), '')::bigint)) with check ("organizationid" = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants payments
revoke all on public."payments" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."payments" to dorsal_tenant;
grant select, insert, update, delete on public."payments" to dorsal_platform;

-- rule: rls payments
alter table public."payments" enable row level security;

-- rule: policy payments dorsal_platform
create policy dorsal_platform on public."payments" for all to dorsal_platform using (true) with check (true);

-- rule: policy payments dorsal_tenant
create policy dorsal_tenant on public."payments" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants pickup_batches
revoke all on public."pickup_batches" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."pickup_batches" to dorsal_tenant;
grant select, insert, update, delete on public."pickup_batches" to dorsal_platform;

-- rule: rls pickup_batches
alter table public."pickup_batches" enable row level security;

-- rule: policy pickup_batches dorsal_platform
create policy dorsal_platform on public."pickup_batches" for all to dorsal_platform using (true) with check (true);

-- rule: policy pickup_batches dorsal_tenant
create policy dorsal_tenant on public."pickup_batches" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants price_tiers
revoke all on public."price_tiers" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."price_tiers" to dorsal_tenant;
grant select, insert, update, delete on public."price_tiers" to dorsal_platform;

-- rule: rls price_tiers
alter table public."price_tiers" enable row level security;

-- rule: policy price_tiers dorsal_platform
create policy dorsal_platform on public."price_tiers" for all to dorsal_platform using (true) with check (true);

-- rule: policy price_tiers dorsal_tenant
create policy dorsal_tenant on public."price_tiers" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants profile_roles
revoke all on public."profile_roles" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."profile_roles" to dorsal_tenant;
grant select, insert, update, delete on public."profile_roles" to dorsal_platform;

-- rule: rls profile_roles
alter table public."profile_roles" enable row level security;

-- rule: policy profile_roles dorsal_platform
create policy dorsal_platform on public."profile_roles" for all to dorsal_platform using (true) with check (true);

-- rule: policy profile_roles dorsal_tenant
create policy dorsal_tenant on public."profile_roles" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy profile_roles dorsal_tenant_shared
create policy dorsal_tenant_shared on public."profile_roles" for select to dorsal_tenant using (organizationid is null);

-- rule: grants profiles
revoke all on public."profiles" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."profiles" to dorsal_tenant;
grant select, insert, update, delete on public."profiles" to dorsal_platform;

-- rule: rls profiles
alter table public."profiles" enable row level security;

-- rule: policy profiles dorsal_platform
create policy dorsal_platform on public."profiles" for all to dorsal_platform using (true) with check (true);

-- rule: policy profiles dorsal_tenant
create policy dorsal_tenant on public."profiles" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy profiles dorsal_tenant_shared
create policy dorsal_tenant_shared on public."profiles" for select to dorsal_tenant using (organizationid is null);

-- rule: grants promotion_bins
revoke all on public."promotion_bins" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."promotion_bins" to dorsal_tenant;
grant select, insert, update, delete on public."promotion_bins" to dorsal_platform;

-- rule: rls promotion_bins
alter table public."promotion_bins" enable row level security;

-- rule: policy promotion_bins dorsal_platform
create policy dorsal_platform on public."promotion_bins" for all to dorsal_platform using (true) with check (true);

-- rule: grants question_answers
revoke all on public."question_answers" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."question_answers" to dorsal_tenant;
grant select, insert, update, delete on public."question_answers" to dorsal_platform;

-- rule: rls question_answers
alter table public."question_answers" enable row level security;

-- rule: policy question_answers dorsal_platform
create policy dorsal_platform on public."question_answers" for all to dorsal_platform using (true) with check (true);

-- rule: policy question_answers dorsal_tenant
create policy dorsal_tenant on public."question_answers" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants report_jobs
revoke all on public."report_jobs" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."report_jobs" to dorsal_tenant;
grant select, insert, update, delete on public."report_jobs" to dorsal_platform;

-- rule: rls report_jobs
alter table public."report_jobs" enable row level security;

-- rule: policy report_jobs dorsal_platform
create policy dorsal_platform on public."report_jobs" for all to dorsal_platform using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "requested_by_userid" = (select nullif(current_setting('app.userid', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "requested_by_userid" = (select nullif(current_setting('app.userid', true), '')::bigint));

-- rule: policy report_jobs dorsal_platform_shared
create policy dorsal_platform_shared on public."report_jobs" for select to dorsal_platform using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "shared");

-- rule: policy report_jobs dorsal_tenant
create policy dorsal_tenant on public."report_jobs" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "requested_by_userid" = (select nullif(current_setting('app.userid', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "requested_by_userid" = (select nullif(current_setting('app.userid', true), '')::bigint));

-- rule: policy report_jobs dorsal_tenant_shared
create policy dorsal_tenant_shared on public."report_jobs" for select to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "shared");

-- rule: grants report_schedules
revoke all on public."report_schedules" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."report_schedules" to dorsal_tenant;
grant select, insert, update, delete on public."report_schedules" to dorsal_platform;

-- rule: rls report_schedules
alter table public."report_schedules" enable row level security;

-- rule: policy report_schedules dorsal_platform
create policy dorsal_platform on public."report_schedules" for all to dorsal_platform using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "requested_by_userid" = (select nullif(current_setting('app.userid', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "requested_by_userid" = (select nullif(current_setting('app.userid', true), '')::bigint));

-- rule: policy report_schedules dorsal_tenant
create policy dorsal_tenant on public."report_schedules" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "requested_by_userid" = (select nullif(current_setting('app.userid', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "requested_by_userid" = (select nullif(current_setting('app.userid', true), '')::bigint));

-- rule: grants report_templates
revoke all on public."report_templates" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."report_templates" to dorsal_tenant;
grant select, insert, update, delete on public."report_templates" to dorsal_platform;

-- rule: rls report_templates
alter table public."report_templates" enable row level security;

-- rule: policy report_templates dorsal_platform
create policy dorsal_platform on public."report_templates" for all to dorsal_platform using (true) with check (true);

-- rule: policy report_templates dorsal_tenant
create policy dorsal_tenant on public."report_templates" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants result_claims
revoke all on public."result_claims" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."result_claims" to dorsal_tenant;
grant select, insert, update, delete on public."result_claims" to dorsal_platform;

-- rule: rls result_claims
alter table public."result_claims" enable row level security;

-- rule: policy result_claims dorsal_platform
create policy dorsal_platform on public."result_claims" for all to dorsal_platform using (true) with check (true);

-- rule: policy result_claims dorsal_tenant
create policy dorsal_tenant on public."result_claims" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants result_sets
revoke all on public."result_sets" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."result_sets" to dorsal_tenant;
grant select, insert, update, delete on public."result_sets" to dorsal_platform;
grant select (result_setid, eventid, distanceid, revision, status, deleted_at) on public."result_sets" to dorsal_public;

-- rule: rls result_sets
alter table public."result_sets" enable row level security;

-- rule: policy result_sets dorsal_platform
create policy dorsal_platform on public."result_sets" for all to dorsal_platform using (true) with check (true);

-- rule: policy result_sets dorsal_tenant
create policy dorsal_tenant on public."result_sets" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy result_sets dorsal_public
create policy dorsal_public on public."result_sets" for select to dorsal_public using (deleted_at is null and eventid = (select nullif(current_setting('app.event', true), '')::bigint));

-- rule: grants result_versions
revoke all on public."result_versions" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."result_versions" to dorsal_tenant;
grant select, insert, update, delete on public."result_versions" to dorsal_platform;

-- rule: rls result_versions
alter table public."result_versions" enable row level security;

-- rule: policy result_versions dorsal_platform
create policy dorsal_platform on public."result_versions" for all to dorsal_platform using (true) with check (true);

-- rule: policy result_versions dorsal_tenant
create policy dorsal_tenant on public."result_versions" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants results
revoke all on public."results" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."results" to dorsal_tenant;
grant select, insert, update, delete on public."results" to dorsal_platform;
grant select (result_setid, eventid, status, deleted_at) on public."results" to dorsal_public;

-- rule: rls results
alter table public."results" enable row level security;

-- rule: policy results dorsal_platform
create policy dorsal_platform on public."results" for all to dorsal_platform using (true) with check (true);

-- rule: policy results dorsal_tenant
create policy dorsal_tenant on public."results" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy results dorsal_public
create policy dorsal_public on public."results" for select to dorsal_public using (deleted_at is null and eventid = (select nullif(current_setting('app.event', true), '')::bigint));

-- rule: grants roles
revoke all on public."roles" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."roles" to dorsal_tenant;
grant select, insert, update, delete on public."roles" to dorsal_platform;

-- rule: rls roles
alter table public."roles" enable row level security;

-- rule: policy roles dorsal_platform
create policy dorsal_platform on public."roles" for all to dorsal_platform using (true) with check (true);

-- rule: policy roles dorsal_tenant
create policy dorsal_tenant on public."roles" for select to dorsal_tenant using (true);

-- rule: grants saved_views
revoke all on public."saved_views" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."saved_views" to dorsal_tenant;
grant select, insert, update, delete on public."saved_views" to dorsal_platform;

-- rule: rls saved_views
alter table public."saved_views" enable row level security;

-- rule: policy saved_views dorsal_platform
create policy dorsal_platform on public."saved_views" for all to dorsal_platform using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "userid" = (select nullif(current_setting('app.userid', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "userid" = (select nullif(current_setting('app.userid', true), '')::bigint));

-- rule: policy saved_views dorsal_platform_shared
create policy dorsal_platform_shared on public."saved_views" for select to dorsal_platform using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "is_shared");

-- rule: policy saved_views dorsal_tenant
create policy dorsal_tenant on public."saved_views" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "userid" = (select nullif(current_setting('app.userid', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "userid" = (select nullif(current_setting('app.userid', true), '')::bigint));

-- rule: policy saved_views dorsal_tenant_shared
create policy dorsal_tenant_shared on public."saved_views" for select to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and "is_shared");

-- rule: grants serial_events
revoke all on public."serial_events" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."serial_events" to dorsal_tenant;
grant select, insert, update, delete on public."serial_events" to dorsal_platform;

-- rule: rls serial_events
alter table public."serial_events" enable row level security;

-- rule: policy serial_events dorsal_platform
create policy dorsal_platform on public."serial_events" for all to dorsal_platform using (true) with check (true);

-- rule: policy serial_events dorsal_tenant
create policy dorsal_tenant on public."serial_events" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy serial_events dorsal_tenant_shared
create policy dorsal_tenant_shared on public."serial_events" for select to dorsal_tenant using (organizationid is null);

-- rule: grants serial_rankings
revoke all on public."serial_rankings" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."serial_rankings" to dorsal_tenant;
grant select, insert, update, delete on public."serial_rankings" to dorsal_platform;

-- rule: rls serial_rankings
alter table public."serial_rankings" enable row level security;

-- rule: policy serial_rankings dorsal_platform
create policy dorsal_platform on public."serial_rankings" for all to dorsal_platform using (true) with check (true);

-- rule: policy serial_rankings dorsal_tenant
create policy dorsal_tenant on public."serial_rankings" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy serial_rankings dorsal_tenant_shared
create policy dorsal_tenant_shared on public."serial_rankings" for select to dorsal_tenant using (organizationid is null);

-- rule: grants serial_standings
revoke all on public."serial_standings" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."serial_standings" to dorsal_tenant;
grant select, insert, update, delete on public."serial_standings" to dorsal_platform;

-- rule: rls serial_standings
alter table public."serial_standings" enable row level security;

-- rule: policy serial_standings dorsal_platform
create policy dorsal_platform on public."serial_standings" for all to dorsal_platform using (true) with check (true);

-- rule: policy serial_standings dorsal_tenant
create policy dorsal_tenant on public."serial_standings" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy serial_standings dorsal_tenant_shared
create policy dorsal_tenant_shared on public."serial_standings" for select to dorsal_tenant using (organizationid is null);

-- rule: grants serials
revoke all on public."serials" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."serials" to dorsal_tenant;
grant select, insert, update, delete on public."serials" to dorsal_platform;

-- rule: rls serials
alter table public."serials" enable row level security;

-- rule: policy serials dorsal_platform
create policy dorsal_platform on public."serials" for all to dorsal_platform using (true) with check (true);

-- rule: policy serials dorsal_tenant
create policy dorsal_tenant on public."serials" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy serials dorsal_tenant_shared
create policy dorsal_tenant_shared on public."serials" for select to dorsal_tenant using (organizationid is null);

-- rule: grants sponsors
revoke all on public."sponsors" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."sponsors" to dorsal_tenant;
grant select, insert, update, delete on public."sponsors" to dorsal_platform;

-- rule: rls sponsors
alter table public."sponsors" enable row level security;

-- rule: policy sponsors dorsal_platform
create policy dorsal_platform on public."sponsors" for all to dorsal_platform using (true) with check (true);

-- rule: policy sponsors dorsal_tenant
create policy dorsal_tenant on public."sponsors" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants stages
revoke all on public."stages" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."stages" to dorsal_tenant;
grant select, insert, update, delete on public."stages" to dorsal_platform;

-- rule: rls stages
alter table public."stages" enable row level security;

-- rule: policy stages dorsal_platform
create policy dorsal_platform on public."stages" for all to dorsal_platform using (true) with check (true);

-- rule: grants states
revoke all on public."states" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."states" to dorsal_tenant;
grant select, insert, update, delete on public."states" to dorsal_platform;

-- rule: rls states
alter table public."states" enable row level security;

-- rule: policy states dorsal_platform
create policy dorsal_platform on public."states" for all to dorsal_platform using (true) with check (true);

-- rule: policy states dorsal_tenant
create policy dorsal_tenant on public."states" for select to dorsal_tenant using (true);

-- rule: grants store_movements
revoke all on public."store_movements" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert on public."store_movements" to dorsal_tenant;
grant select, insert on public."store_movements" to dorsal_platform;

-- rule: rls store_movements
alter table public."store_movements" enable row level security;

-- rule: policy store_movements dorsal_platform
create policy dorsal_platform on public."store_movements" for all to dorsal_platform using (true) with check (true);

-- rule: policy store_movements dorsal_tenant
create policy dorsal_tenant on public."store_movements" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants store_products
revoke all on public."store_products" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."store_products" to dorsal_tenant;
grant select, insert, update, delete on public."store_products" to dorsal_platform;

-- rule: rls store_products
alter table public."store_products" enable row level security;

-- rule: policy store_products dorsal_platform
create policy dorsal_platform on public."store_products" for all to dorsal_platform using (true) with check (true);

-- rule: policy store_products dorsal_tenant
create policy dorsal_tenant on public."store_products" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants store_sale_lines
revoke all on public."store_sale_lines" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."store_sale_lines" to dorsal_tenant;
grant select, insert, update, delete on public."store_sale_lines" to dorsal_platform;

-- rule: rls store_sale_lines
alter table public."store_sale_lines" enable row level security;

-- rule: policy store_sale_lines dorsal_platform
create policy dorsal_platform on public."store_sale_lines" for all to dorsal_platform using (true) with check (true);

-- rule: policy store_sale_lines dorsal_tenant
create policy dorsal_tenant on public."store_sale_lines" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants store_sales
revoke all on public."store_sales" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."store_sales" to dorsal_tenant;
grant select, insert, update, delete on public."store_sales" to dorsal_platform;

-- rule: rls store_sales
alter table public."store_sales" enable row level security;

-- rule: policy store_sales dorsal_platform
create policy dorsal_platform on public."store_sales" for all to dorsal_platform using (true) with check (true);

-- rule: policy store_sales dorsal_tenant
create policy dorsal_tenant on public."store_sales" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants store_variants
revoke all on public."store_variants" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."store_variants" to dorsal_tenant;
grant select, insert, update, delete on public."store_variants" to dorsal_platform;

-- rule: rls store_variants
alter table public."store_variants" enable row level security;

-- rule: policy store_variants dorsal_platform
create policy dorsal_platform on public."store_variants" for all to dorsal_platform using (true) with check (true);

-- rule: policy store_variants dorsal_tenant
create policy dorsal_tenant on public."store_variants" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants stores
revoke all on public."stores" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."stores" to dorsal_tenant;
grant select, insert, update, delete on public."stores" to dorsal_platform;

-- rule: rls stores
alter table public."stores" enable row level security;

-- rule: policy stores dorsal_platform
create policy dorsal_platform on public."stores" for all to dorsal_platform using (true) with check (true);

-- rule: policy stores dorsal_tenant
create policy dorsal_tenant on public."stores" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants subscription_charges
revoke all on public."subscription_charges" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."subscription_charges" to dorsal_tenant;
grant select, insert, update, delete on public."subscription_charges" to dorsal_platform;

-- rule: rls subscription_charges
alter table public."subscription_charges" enable row level security;

-- rule: policy subscription_charges dorsal_platform
create policy dorsal_platform on public."subscription_charges" for all to dorsal_platform using (true) with check (true);

-- rule: grants tribike_orders
revoke all on public."tribike_orders" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."tribike_orders" to dorsal_tenant;
grant select, insert, update, delete on public."tribike_orders" to dorsal_platform;

-- rule: rls tribike_orders
alter table public."tribike_orders" enable row level security;

-- rule: policy tribike_orders dorsal_platform
create policy dorsal_platform on public."tribike_orders" for all to dorsal_platform using (true) with check (true);

-- rule: policy tribike_orders dorsal_tenant
create policy dorsal_tenant on public."tribike_orders" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants tshirt_models
revoke all on public."tshirt_models" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."tshirt_models" to dorsal_tenant;
grant select, insert, update, delete on public."tshirt_models" to dorsal_platform;

-- rule: rls tshirt_models
alter table public."tshirt_models" enable row level security;

-- rule: policy tshirt_models dorsal_platform
create policy dorsal_platform on public."tshirt_models" for all to dorsal_platform using (true) with check (true);

-- rule: policy tshirt_models dorsal_tenant
create policy dorsal_tenant on public."tshirt_models" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants tshirt_movements
revoke all on public."tshirt_movements" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert on public."tshirt_movements" to dorsal_tenant;
grant select, insert on public."tshirt_movements" to dorsal_platform;

-- rule: rls tshirt_movements
alter table public."tshirt_movements" enable row level security;

-- rule: policy tshirt_movements dorsal_platform
create policy dorsal_platform on public."tshirt_movements" for all to dorsal_platform using (true) with check (true);

-- rule: policy tshirt_movements dorsal_tenant
create policy dorsal_tenant on public."tshirt_movements" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants tshirt_stock
revoke all on public."tshirt_stock" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."tshirt_stock" to dorsal_tenant;
grant select, insert, update, delete on public."tshirt_stock" to dorsal_platform;

-- rule: rls tshirt_stock
alter table public."tshirt_stock" enable row level security;

-- rule: policy tshirt_stock dorsal_platform
create policy dorsal_platform on public."tshirt_stock" for all to dorsal_platform using (true) with check (true);

-- rule: policy tshirt_stock dorsal_tenant
create policy dorsal_tenant on public."tshirt_stock" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants user_merges
revoke all on public."user_merges" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."user_merges" to dorsal_tenant;
grant select, insert, update, delete on public."user_merges" to dorsal_platform;

-- rule: rls user_merges
alter table public."user_merges" enable row level security;

-- rule: policy user_merges dorsal_platform
create policy dorsal_platform on public."user_merges" for all to dorsal_platform using (true) with check (true);

-- rule: grants users
revoke all on public."users" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."users" to dorsal_tenant;
grant select, insert, update, delete on public."users" to dorsal_platform;

-- rule: rls users
alter table public."users" enable row level security;

-- rule: policy users dorsal_platform
create policy dorsal_platform on public."users" for all to dorsal_platform using (true) with check (true);

-- rule: policy users dorsal_tenant_select
create policy dorsal_tenant_select on public."users" for select to dorsal_tenant using (exists (select 1 from public."memberships" o where o."userid" = public."users"."userid" and o.deleted_at is null));

-- rule: policy users dorsal_tenant_update
create policy dorsal_tenant_update on public."users" for update to dorsal_tenant using (exists (select 1 from public."memberships" o where o."userid" = public."users"."userid" and o.deleted_at is null)) with check (true);

-- rule: policy users dorsal_tenant_insert
create policy dorsal_tenant_insert on public."users" for insert to dorsal_tenant with check (true);

-- rule: grants waitlist_entries
revoke all on public."waitlist_entries" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."waitlist_entries" to dorsal_tenant;
grant select, insert, update, delete on public."waitlist_entries" to dorsal_platform;

-- rule: rls waitlist_entries
alter table public."waitlist_entries" enable row level security;

-- rule: policy waitlist_entries dorsal_platform
create policy dorsal_platform on public."waitlist_entries" for all to dorsal_platform using (true) with check (true);

-- rule: policy waitlist_entries dorsal_tenant
create policy dorsal_tenant on public."waitlist_entries" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants wallet_movements
revoke all on public."wallet_movements" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."wallet_movements" to dorsal_tenant;
grant select, insert on public."wallet_movements" to dorsal_platform;

-- rule: rls wallet_movements
alter table public."wallet_movements" enable row level security;

-- rule: policy wallet_movements dorsal_platform
create policy dorsal_platform on public."wallet_movements" for all to dorsal_platform using (true) with check (true);

-- rule: grants wallets
revoke all on public."wallets" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."wallets" to dorsal_tenant;
grant select, insert, update, delete on public."wallets" to dorsal_platform;

-- rule: rls wallets
alter table public."wallets" enable row level security;

-- rule: policy wallets dorsal_platform
create policy dorsal_platform on public."wallets" for all to dorsal_platform using (true) with check (true);

-- rule: grants waves
revoke all on public."waves" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."waves" to dorsal_tenant;
grant select, insert, update, delete on public."waves" to dorsal_platform;

-- rule: rls waves
alter table public."waves" enable row level security;

-- rule: policy waves dorsal_platform
create policy dorsal_platform on public."waves" for all to dorsal_platform using (true) with check (true);

-- rule: policy waves dorsal_tenant
create policy dorsal_tenant on public."waves" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants web_users
revoke all on public."web_users" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."web_users" to dorsal_tenant;
grant select, insert, update, delete on public."web_users" to dorsal_platform;

-- rule: rls web_users
alter table public."web_users" enable row level security;

-- rule: policy web_users dorsal_platform
create policy dorsal_platform on public."web_users" for all to dorsal_platform using (true) with check (true);

-- rule: grants webhook_deliveries
revoke all on public."webhook_deliveries" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."webhook_deliveries" to dorsal_tenant;
grant select, insert, update, delete on public."webhook_deliveries" to dorsal_platform;

-- rule: rls webhook_deliveries
alter table public."webhook_deliveries" enable row level security;

-- rule: policy webhook_deliveries dorsal_platform
create policy dorsal_platform on public."webhook_deliveries" for all to dorsal_platform using (true) with check (true);

-- rule: policy webhook_deliveries dorsal_tenant
create policy dorsal_tenant on public."webhook_deliveries" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants webhooks
revoke all on public."webhooks" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."webhooks" to dorsal_tenant;
grant select, insert, update, delete on public."webhooks" to dorsal_platform;

-- rule: rls webhooks
alter table public."webhooks" enable row level security;

-- rule: policy webhooks dorsal_platform
create policy dorsal_platform on public."webhooks" for all to dorsal_platform using (true) with check (true);

-- rule: policy webhooks dorsal_tenant
create policy dorsal_tenant on public."webhooks" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants audits
revoke all on public."audits" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert on public."audits" to dorsal_tenant;
grant select, insert on public."audits" to dorsal_platform;

-- rule: rls audits
alter table public."audits" enable row level security;

-- rule: policy audits dorsal_platform
create policy dorsal_platform on public."audits" for all to dorsal_platform using (true) with check (true);

-- rule: policy audits dorsal_tenant_select
create policy dorsal_tenant_select on public."audits" for select to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy audits dorsal_tenant_insert
create policy dorsal_tenant_insert on public."audits" for insert to dorsal_tenant with check (coalesce(organizationid, (select nullif(current_setting('app.org', true), '')::bigint)) = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants uploads
revoke all on public."uploads" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert on public."uploads" to dorsal_tenant;
grant select, insert on public."uploads" to dorsal_platform;

-- rule: rls uploads
alter table public."uploads" enable row level security;

-- rule: policy uploads dorsal_platform
create policy dorsal_platform on public."uploads" for all to dorsal_platform using (true) with check (true);

-- rule: policy uploads dorsal_tenant_select
create policy dorsal_tenant_select on public."uploads" for select to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: policy uploads dorsal_tenant_insert
create policy dorsal_tenant_insert on public."uploads" for insert to dorsal_tenant with check (coalesce(organizationid, (select nullif(current_setting('app.org', true), '')::bigint)) = (select nullif(current_setting('app.org', true), '')::bigint));

-- rule: grants action_runs
revoke all on public."action_runs" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."action_runs" to dorsal_tenant;
grant select, insert, update, delete on public."action_runs" to dorsal_platform;

-- rule: rls action_runs
alter table public."action_runs" enable row level security;

-- rule: policy action_runs dorsal_mine
create policy dorsal_mine on public."action_runs" for all to dorsal_tenant, dorsal_platform using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and userid = (select nullif(current_setting('app.userid', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and userid = (select nullif(current_setting('app.userid', true), '')::bigint));

-- rule: grants action_refusals
revoke all on public."action_refusals" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."action_refusals" to dorsal_tenant;
grant select, insert, update, delete on public."action_refusals" to dorsal_platform;

-- rule: rls action_refusals
alter table public."action_refusals" enable row level security;

-- rule: policy action_refusals dorsal_mine
create policy dorsal_mine on public."action_refusals" for all to dorsal_tenant, dorsal_platform using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and userid = (select nullif(current_setting('app.userid', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint) and userid = (select nullif(current_setting('app.userid', true), '')::bigint));

-- rule: grants user_writes
revoke all on public."user_writes" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update on public."user_writes" to dorsal_tenant;
grant select, insert, update on public."user_writes" to dorsal_platform;

-- rule: rls user_writes
alter table public."user_writes" enable row level security;

-- rule: policy user_writes dorsal_mine
create policy dorsal_mine on public."user_writes" for all to dorsal_tenant, dorsal_platform using (userid = (select nullif(current_setting('app.userid', true), '')::bigint)) with check (userid = (select nullif(current_setting('app.userid', true), '')::bigint));

-- rule: grants inbox_marks
revoke all on public."inbox_marks" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."inbox_marks" to dorsal_tenant;
grant select, insert, update, delete on public."inbox_marks" to dorsal_platform;

-- rule: rls inbox_marks
alter table public."inbox_marks" enable row level security;

-- rule: policy inbox_marks dorsal_mine
create policy dorsal_mine on public."inbox_marks" for all to dorsal_tenant, dorsal_platform using (userid = (select nullif(current_setting('app.userid', true), '')::bigint)) with check (userid = (select nullif(current_setting('app.userid', true), '')::bigint));

-- rule: grants inbox_silences
revoke all on public."inbox_silences" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select, insert, update, delete on public."inbox_silences" to dorsal_tenant;
grant select, insert, update, delete on public."inbox_silences" to dorsal_platform;

-- rule: rls inbox_silences
alter table public."inbox_silences" enable row level security;

-- rule: policy inbox_silences dorsal_mine
create policy dorsal_mine on public."inbox_silences" for all to dorsal_tenant, dorsal_platform using (userid = (select nullif(current_setting('app.userid', true), '')::bigint)) with check (userid = (select nullif(current_setting('app.userid', true), '')::bigint));

-- rule: grants access_stamp
revoke all on public."access_stamp" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."access_stamp" to dorsal_tenant;
grant select on public."access_stamp" to dorsal_platform;

-- rule: grants list_changes
revoke all on public."list_changes" from dorsal_tenant, dorsal_platform, dorsal_public;
grant select on public."list_changes" to dorsal_tenant;
grant select on public."list_changes" to dorsal_platform;

-- rule: function dorsal_owner_access_scans
create or replace function public.dorsal_owner_access_scans() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."asenters" p where p."asenterid" = new."asenterid";
  if not found and new."asenterid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'access_scans', column = 'asenterid', constraint = 'access_scans_asenterid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger access_scans dorsal_owner_access_scans
create or replace trigger dorsal_owner_access_scans before insert or update of "asenterid", organizationid on public."access_scans" for each row execute function public.dorsal_owner_access_scans();

-- rule: trigger access_scans dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."access_scans" referencing new table as changed for each statement execute function public.dorsal_note_changes('scanid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger access_scans dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."access_scans" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('scanid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger access_scans dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."access_scans" referencing old table as was for each statement execute function public.dorsal_note_changes('scanid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_age_categories
create or replace function public.dorsal_owner_age_categories() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."distances" p where p."distanceid" = new."distanceid";
  if not found and new."distanceid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'age_categories', column = 'distanceid', constraint = 'age_categories_distanceid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger age_categories dorsal_owner_age_categories
create or replace trigger dorsal_owner_age_categories before insert or update of "distanceid", organizationid on public."age_categories" for each row execute function public.dorsal_owner_age_categories();

-- rule: trigger age_categories dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."age_categories" referencing new table as changed for each statement execute function public.dorsal_note_changes('age_categoryid', 'c."organizationid"', 'null::bigint');

-- rule: trigger age_categories dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."age_categories" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('age_categoryid', 'c."organizationid"', 'null::bigint');

-- rule: trigger age_categories dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."age_categories" referencing old table as was for each statement execute function public.dorsal_note_changes('age_categoryid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_linked_api_keys_roleids
create or replace function public.dorsal_linked_api_keys_roleids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."roles" p where p."roleid" = any(new."roleids") order by p."roleid" for key share;
  if exists (select 1 from unnest(new."roleids") u(id) where not exists (select 1 from public."roles" p where p."roleid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'api_keys', column = 'roleids', constraint = 'api_keys_roleids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger api_keys dorsal_linked_api_keys_roleids
create or replace trigger dorsal_linked_api_keys_roleids before insert or update of "roleids" on public."api_keys" for each row when (new."roleids" is not null) execute function public.dorsal_linked_api_keys_roleids();

-- rule: function dorsal_kept_api_keys_roleids
create or replace function public.dorsal_kept_api_keys_roleids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."api_keys" o where o."roleids" @> array[old."roleid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'api_keys', column = 'roleids', constraint = 'api_keys_roleids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger roles dorsal_kept_api_keys_roleids
create or replace trigger dorsal_kept_api_keys_roleids after delete or update of "roleid" on public."roles" for each row execute function public.dorsal_kept_api_keys_roleids();

-- rule: function dorsal_linked_api_keys_eventids
create or replace function public.dorsal_linked_api_keys_eventids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."events" p where p."eventid" = any(new."eventids") order by p."eventid" for key share;
  if exists (select 1 from unnest(new."eventids") u(id) where not exists (select 1 from public."events" p where p."eventid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'api_keys', column = 'eventids', constraint = 'api_keys_eventids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger api_keys dorsal_linked_api_keys_eventids
create or replace trigger dorsal_linked_api_keys_eventids before insert or update of "eventids" on public."api_keys" for each row when (new."eventids" is not null) execute function public.dorsal_linked_api_keys_eventids();

-- rule: function dorsal_kept_api_keys_eventids
create or replace function public.dorsal_kept_api_keys_eventids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."api_keys" o where o."eventids" @> array[old."eventid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'api_keys', column = 'eventids', constraint = 'api_keys_eventids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger events dorsal_kept_api_keys_eventids
create or replace trigger dorsal_kept_api_keys_eventids after delete or update of "eventid" on public."events" for each row execute function public.dorsal_kept_api_keys_eventids();

-- rule: trigger api_keys dorsal_stamp
create or replace trigger dorsal_stamp after insert or delete or update of "roleids", "access", "eventids", "expires_at", "status", "deleted_at" on public."api_keys" for each statement execute function public.dorsal_bump_access();

-- rule: trigger api_keys dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."api_keys" referencing new table as changed for each statement execute function public.dorsal_note_changes('api_keyid', 'c."organizationid"', 'null::bigint');

-- rule: trigger api_keys dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."api_keys" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('api_keyid', 'c."organizationid"', 'null::bigint');

-- rule: trigger api_keys dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."api_keys" referencing old table as was for each statement execute function public.dorsal_note_changes('api_keyid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_tally_apolo_subscriptions_planid_apolo_plans
create or replace function public.dorsal_tally_apolo_subscriptions_planid_apolo_plans() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."planid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('pending', 'trialing', 'active', 'past_due', 'paused', 'cancel_at_period_end') then 1 else 0 end) as "subscriptions_count" from (select "planid", "deleted_at", "status", 1 as sign from added) c where c."planid" is not null group by c."planid"),
    d as materialized (select * from s where s."subscriptions_count" <> 0),
    l as materialized (select p."planid" from public."apolo_plans" p where p."planid" in (select d.parent from d) order by p."planid" for no key update)
    update public."apolo_plans" p set "subscriptions_count" = p."subscriptions_count" + d."subscriptions_count"
    from d join l on l."planid" = d.parent where p."planid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."planid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('pending', 'trialing', 'active', 'past_due', 'paused', 'cancel_at_period_end') then 1 else 0 end) as "subscriptions_count" from (select "planid", "deleted_at", "status", -1 as sign from gone) c where c."planid" is not null group by c."planid"),
    d as materialized (select * from s where s."subscriptions_count" <> 0),
    l as materialized (select p."planid" from public."apolo_plans" p where p."planid" in (select d.parent from d) order by p."planid" for no key update)
    update public."apolo_plans" p set "subscriptions_count" = p."subscriptions_count" + d."subscriptions_count"
    from d join l on l."planid" = d.parent where p."planid" = d.parent;
  else
    with s as materialized (select c."planid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('pending', 'trialing', 'active', 'past_due', 'paused', 'cancel_at_period_end') then 1 else 0 end) as "subscriptions_count" from (select "planid", "deleted_at", "status", 1 as sign from added union all select "planid", "deleted_at", "status", -1 as sign from gone) c where c."planid" is not null group by c."planid"),
    d as materialized (select * from s where s."subscriptions_count" <> 0),
    l as materialized (select p."planid" from public."apolo_plans" p where p."planid" in (select d.parent from d) order by p."planid" for no key update)
    update public."apolo_plans" p set "subscriptions_count" = p."subscriptions_count" + d."subscriptions_count"
    from d join l on l."planid" = d.parent where p."planid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger apolo_subscriptions dorsal_tally_apolo_subscriptions_planid_apolo_plans_insert
create or replace trigger dorsal_tally_apolo_subscriptions_planid_apolo_plans_insert after insert on public."apolo_subscriptions" referencing new table as added for each statement execute function public.dorsal_tally_apolo_subscriptions_planid_apolo_plans();

-- rule: trigger apolo_subscriptions dorsal_tally_apolo_subscriptions_planid_apolo_plans_delete
create or replace trigger dorsal_tally_apolo_subscriptions_planid_apolo_plans_delete after delete on public."apolo_subscriptions" referencing old table as gone for each statement execute function public.dorsal_tally_apolo_subscriptions_planid_apolo_plans();

-- rule: trigger apolo_subscriptions dorsal_tally_apolo_subscriptions_planid_apolo_plans_update
create or replace trigger dorsal_tally_apolo_subscriptions_planid_apolo_plans_update after update on public."apolo_subscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_apolo_subscriptions_planid_apolo_plans();

-- rule: trigger apolo_plans dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."apolo_plans" referencing new table as changed for each statement execute function public.dorsal_note_changes('planid', 'null::bigint', 'null::bigint');

-- rule: trigger apolo_plans dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."apolo_plans" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('planid', 'null::bigint', 'null::bigint');

-- rule: trigger apolo_plans dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."apolo_plans" referencing old table as was for each statement execute function public.dorsal_note_changes('planid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_tally_subscription_charges_subscription_8xxqc5
create or replace function public.dorsal_tally_subscription_charges_subscription_8xxqc5() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."subscriptionid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "charges_count" from (select "subscriptionid", "deleted_at", 1 as sign from added) c where c."subscriptionid" is not null group by c."subscriptionid"),
    d as materialized (select * from s where s."charges_count" <> 0),
    l as materialized (select p."subscriptionid" from public."apolo_subscriptions" p where p."subscriptionid" in (select d.parent from d) order by p."subscriptionid" for no key update)
    update public."apolo_subscriptions" p set "charges_count" = p."charges_count" + d."charges_count"
    from d join l on l."subscriptionid" = d.parent where p."subscriptionid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."subscriptionid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "charges_count" from (select "subscriptionid", "deleted_at", -1 as sign from gone) c where c."subscriptionid" is not null group by c."subscriptionid"),
    d as materialized (select * from s where s."charges_count" <> 0),
    l as materialized (select p."subscriptionid" from public."apolo_subscriptions" p where p."subscriptionid" in (select d.parent from d) order by p."subscriptionid" for no key update)
    update public."apolo_subscriptions" p set "charges_count" = p."charges_count" + d."charges_count"
    from d join l on l."subscriptionid" = d.parent where p."subscriptionid" = d.parent;
  else
    with s as materialized (select c."subscriptionid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "charges_count" from (select "subscriptionid", "deleted_at", 1 as sign from added union all select "subscriptionid", "deleted_at", -1 as sign from gone) c where c."subscriptionid" is not null group by c."subscriptionid"),
    d as materialized (select * from s where s."charges_count" <> 0),
    l as materialized (select p."subscriptionid" from public."apolo_subscriptions" p where p."subscriptionid" in (select d.parent from d) order by p."subscriptionid" for no key update)
    update public."apolo_subscriptions" p set "charges_count" = p."charges_count" + d."charges_count"
    from d join l on l."subscriptionid" = d.parent where p."subscriptionid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger subscription_charges dorsal_tally_subscription_charges_subscription_8xxqc5_insert
create or replace trigger dorsal_tally_subscription_charges_subscription_8xxqc5_insert after insert on public."subscription_charges" referencing new table as added for each statement execute function public.dorsal_tally_subscription_charges_subscription_8xxqc5();

-- rule: trigger subscription_charges dorsal_tally_subscription_charges_subscription_8xxqc5_delete
create or replace trigger dorsal_tally_subscription_charges_subscription_8xxqc5_delete after delete on public."subscription_charges" referencing old table as gone for each statement execute function public.dorsal_tally_subscription_charges_subscription_8xxqc5();

-- rule: trigger subscription_charges dorsal_tally_subscription_charges_subscription_8xxqc5_update
create or replace trigger dorsal_tally_subscription_charges_subscription_8xxqc5_update after update on public."subscription_charges" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_subscription_charges_subscription_8xxqc5();

-- rule: trigger apolo_subscriptions dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."apolo_subscriptions" referencing new table as changed for each statement execute function public.dorsal_note_changes('subscriptionid', 'null::bigint', 'null::bigint');

-- rule: trigger apolo_subscriptions dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."apolo_subscriptions" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('subscriptionid', 'null::bigint', 'null::bigint');

-- rule: trigger apolo_subscriptions dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."apolo_subscriptions" referencing old table as was for each statement execute function public.dorsal_note_changes('subscriptionid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_owner_asenters
create or replace function public.dorsal_owner_asenters() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'asenters', column = 'eventid', constraint = 'asenters_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger asenters dorsal_owner_asenters
create or replace trigger dorsal_owner_asenters before insert or update of "eventid", organizationid on public."asenters" for each row execute function public.dorsal_owner_asenters();

-- rule: function dorsal_linked_asenters_distanceids
create or replace function public.dorsal_linked_asenters_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."distances" p where p."distanceid" = any(new."distanceids") order by p."distanceid" for key share;
  if exists (select 1 from unnest(new."distanceids") u(id) where not exists (select 1 from public."distances" p where p."distanceid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'asenters', column = 'distanceids', constraint = 'asenters_distanceids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger asenters dorsal_linked_asenters_distanceids
create or replace trigger dorsal_linked_asenters_distanceids before insert or update of "distanceids" on public."asenters" for each row when (new."distanceids" is not null) execute function public.dorsal_linked_asenters_distanceids();

-- rule: function dorsal_kept_asenters_distanceids
create or replace function public.dorsal_kept_asenters_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."asenters" o where o."distanceids" @> array[old."distanceid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'asenters', column = 'distanceids', constraint = 'asenters_distanceids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_kept_asenters_distanceids
create or replace trigger dorsal_kept_asenters_distanceids after delete or update of "distanceid" on public."distances" for each row execute function public.dorsal_kept_asenters_distanceids();

-- rule: function dorsal_linked_asenters_waveids
create or replace function public.dorsal_linked_asenters_waveids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."waves" p where p."waveid" = any(new."waveids") order by p."waveid" for key share;
  if exists (select 1 from unnest(new."waveids") u(id) where not exists (select 1 from public."waves" p where p."waveid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'asenters', column = 'waveids', constraint = 'asenters_waveids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger asenters dorsal_linked_asenters_waveids
create or replace trigger dorsal_linked_asenters_waveids before insert or update of "waveids" on public."asenters" for each row when (new."waveids" is not null) execute function public.dorsal_linked_asenters_waveids();

-- rule: function dorsal_kept_asenters_waveids
create or replace function public.dorsal_kept_asenters_waveids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."asenters" o where o."waveids" @> array[old."waveid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'asenters', column = 'waveids', constraint = 'asenters_waveids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger waves dorsal_kept_asenters_waveids
create or replace trigger dorsal_kept_asenters_waveids after delete or update of "waveid" on public."waves" for each row execute function public.dorsal_kept_asenters_waveids();

-- rule: trigger asenters dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."asenters" referencing new table as changed for each statement execute function public.dorsal_note_changes('asenterid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger asenters dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."asenters" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('asenterid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger asenters dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."asenters" referencing old table as was for each statement execute function public.dorsal_note_changes('asenterid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_benefit_grants
create or replace function public.dorsal_owner_benefit_grants() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."benefits" p where p."benefitid" = new."benefitid";
  if not found and new."benefitid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'benefit_grants', column = 'benefitid', constraint = 'benefit_grants_benefitid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger benefit_grants dorsal_owner_benefit_grants
create or replace trigger dorsal_owner_benefit_grants before insert or update of "benefitid", organizationid on public."benefit_grants" for each row execute function public.dorsal_owner_benefit_grants();

-- rule: trigger benefit_grants dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."benefit_grants" referencing new table as changed for each statement execute function public.dorsal_note_changes('benefit_grantid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger benefit_grants dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."benefit_grants" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('benefit_grantid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger benefit_grants dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."benefit_grants" referencing old table as was for each statement execute function public.dorsal_note_changes('benefit_grantid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_tally_benefit_grants_benefitid_benefits
create or replace function public.dorsal_tally_benefit_grants_benefitid_benefits() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."benefitid" as parent, sum(c.sign * case when c.deleted_at is null and c."state" in ('available') then 1 else 0 end) as "available_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('granted', 'redeemed') then 1 else 0 end) as "granted_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('redeemed') then 1 else 0 end) as "redeemed_count" from (select "benefitid", "deleted_at", "state", 1 as sign from added) c where c."benefitid" is not null group by c."benefitid"),
    d as materialized (select * from s where s."available_count" <> 0 or s."granted_count" <> 0 or s."redeemed_count" <> 0),
    l as materialized (select p."benefitid" from public."benefits" p where p."benefitid" in (select d.parent from d) order by p."benefitid" for no key update)
    update public."benefits" p set "available_count" = p."available_count" + d."available_count", "granted_count" = p."granted_count" + d."granted_count", "redeemed_count" = p."redeemed_count" + d."redeemed_count"
    from d join l on l."benefitid" = d.parent where p."benefitid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."benefitid" as parent, sum(c.sign * case when c.deleted_at is null and c."state" in ('available') then 1 else 0 end) as "available_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('granted', 'redeemed') then 1 else 0 end) as "granted_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('redeemed') then 1 else 0 end) as "redeemed_count" from (select "benefitid", "deleted_at", "state", -1 as sign from gone) c where c."benefitid" is not null group by c."benefitid"),
    d as materialized (select * from s where s."available_count" <> 0 or s."granted_count" <> 0 or s."redeemed_count" <> 0),
    l as materialized (select p."benefitid" from public."benefits" p where p."benefitid" in (select d.parent from d) order by p."benefitid" for no key update)
    update public."benefits" p set "available_count" = p."available_count" + d."available_count", "granted_count" = p."granted_count" + d."granted_count", "redeemed_count" = p."redeemed_count" + d."redeemed_count"
    from d join l on l."benefitid" = d.parent where p."benefitid" = d.parent;
  else
    with s as materialized (select c."benefitid" as parent, sum(c.sign * case when c.deleted_at is null and c."state" in ('available') then 1 else 0 end) as "available_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('granted', 'redeemed') then 1 else 0 end) as "granted_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('redeemed') then 1 else 0 end) as "redeemed_count" from (select "benefitid", "deleted_at", "state", 1 as sign from added union all select "benefitid", "deleted_at", "state", -1 as sign from gone) c where c."benefitid" is not null group by c."benefitid"),
    d as materialized (select * from s where s."available_count" <> 0 or s."granted_count" <> 0 or s."redeemed_count" <> 0),
    l as materialized (select p."benefitid" from public."benefits" p where p."benefitid" in (select d.parent from d) order by p."benefitid" for no key update)
    update public."benefits" p set "available_count" = p."available_count" + d."available_count", "granted_count" = p."granted_count" + d."granted_count", "redeemed_count" = p."redeemed_count" + d."redeemed_count"
    from d join l on l."benefitid" = d.parent where p."benefitid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger benefit_grants dorsal_tally_benefit_grants_benefitid_benefits_insert
create or replace trigger dorsal_tally_benefit_grants_benefitid_benefits_insert after insert on public."benefit_grants" referencing new table as added for each statement execute function public.dorsal_tally_benefit_grants_benefitid_benefits();

-- rule: trigger benefit_grants dorsal_tally_benefit_grants_benefitid_benefits_delete
create or replace trigger dorsal_tally_benefit_grants_benefitid_benefits_delete after delete on public."benefit_grants" referencing old table as gone for each statement execute function public.dorsal_tally_benefit_grants_benefitid_benefits();

-- rule: trigger benefit_grants dorsal_tally_benefit_grants_benefitid_benefits_update
create or replace trigger dorsal_tally_benefit_grants_benefitid_benefits_update after update on public."benefit_grants" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_benefit_grants_benefitid_benefits();

-- rule: function dorsal_linked_benefits_distanceids
create or replace function public.dorsal_linked_benefits_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."distances" p where p."distanceid" = any(new."distanceids") order by p."distanceid" for key share;
  if exists (select 1 from unnest(new."distanceids") u(id) where not exists (select 1 from public."distances" p where p."distanceid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'benefits', column = 'distanceids', constraint = 'benefits_distanceids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger benefits dorsal_linked_benefits_distanceids
create or replace trigger dorsal_linked_benefits_distanceids before insert or update of "distanceids" on public."benefits" for each row when (new."distanceids" is not null) execute function public.dorsal_linked_benefits_distanceids();

-- rule: function dorsal_kept_benefits_distanceids
create or replace function public.dorsal_kept_benefits_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."benefits" o where o."distanceids" @> array[old."distanceid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'benefits', column = 'distanceids', constraint = 'benefits_distanceids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_kept_benefits_distanceids
create or replace trigger dorsal_kept_benefits_distanceids after delete or update of "distanceid" on public."distances" for each row execute function public.dorsal_kept_benefits_distanceids();

-- rule: trigger benefits dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."benefits" referencing new table as changed for each statement execute function public.dorsal_note_changes('benefitid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger benefits dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."benefits" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('benefitid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger benefits dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."benefits" referencing old table as was for each statement execute function public.dorsal_note_changes('benefitid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_bib_pools
create or replace function public.dorsal_owner_bib_pools() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'bib_pools', column = 'eventid', constraint = 'bib_pools_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger bib_pools dorsal_owner_bib_pools
create or replace trigger dorsal_owner_bib_pools before insert or update of "eventid", organizationid on public."bib_pools" for each row execute function public.dorsal_owner_bib_pools();

-- rule: function dorsal_tally_bibs_bib_poolid_bib_pools
create or replace function public.dorsal_tally_bibs_bib_poolid_bib_pools() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."bib_poolid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "bibs_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('free') then 1 else 0 end) as "free_count" from (select "bib_poolid", "deleted_at", "state", 1 as sign from added) c where c."bib_poolid" is not null group by c."bib_poolid"),
    d as materialized (select * from s where s."bibs_count" <> 0 or s."free_count" <> 0),
    l as materialized (select p."bib_poolid" from public."bib_pools" p where p."bib_poolid" in (select d.parent from d) order by p."bib_poolid" for no key update)
    update public."bib_pools" p set "bibs_count" = p."bibs_count" + d."bibs_count", "free_count" = p."free_count" + d."free_count"
    from d join l on l."bib_poolid" = d.parent where p."bib_poolid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."bib_poolid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "bibs_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('free') then 1 else 0 end) as "free_count" from (select "bib_poolid", "deleted_at", "state", -1 as sign from gone) c where c."bib_poolid" is not null group by c."bib_poolid"),
    d as materialized (select * from s where s."bibs_count" <> 0 or s."free_count" <> 0),
    l as materialized (select p."bib_poolid" from public."bib_pools" p where p."bib_poolid" in (select d.parent from d) order by p."bib_poolid" for no key update)
    update public."bib_pools" p set "bibs_count" = p."bibs_count" + d."bibs_count", "free_count" = p."free_count" + d."free_count"
    from d join l on l."bib_poolid" = d.parent where p."bib_poolid" = d.parent;
  else
    with s as materialized (select c."bib_poolid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "bibs_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('free') then 1 else 0 end) as "free_count" from (select "bib_poolid", "deleted_at", "state", 1 as sign from added union all select "bib_poolid", "deleted_at", "state", -1 as sign from gone) c where c."bib_poolid" is not null group by c."bib_poolid"),
    d as materialized (select * from s where s."bibs_count" <> 0 or s."free_count" <> 0),
    l as materialized (select p."bib_poolid" from public."bib_pools" p where p."bib_poolid" in (select d.parent from d) order by p."bib_poolid" for no key update)
    update public."bib_pools" p set "bibs_count" = p."bibs_count" + d."bibs_count", "free_count" = p."free_count" + d."free_count"
    from d join l on l."bib_poolid" = d.parent where p."bib_poolid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger bibs dorsal_tally_bibs_bib_poolid_bib_pools_insert
create or replace trigger dorsal_tally_bibs_bib_poolid_bib_pools_insert after insert on public."bibs" referencing new table as added for each statement execute function public.dorsal_tally_bibs_bib_poolid_bib_pools();

-- rule: trigger bibs dorsal_tally_bibs_bib_poolid_bib_pools_delete
create or replace trigger dorsal_tally_bibs_bib_poolid_bib_pools_delete after delete on public."bibs" referencing old table as gone for each statement execute function public.dorsal_tally_bibs_bib_poolid_bib_pools();

-- rule: trigger bibs dorsal_tally_bibs_bib_poolid_bib_pools_update
create or replace trigger dorsal_tally_bibs_bib_poolid_bib_pools_update after update on public."bibs" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_bibs_bib_poolid_bib_pools();

-- rule: function dorsal_linked_bib_pools_distanceids
create or replace function public.dorsal_linked_bib_pools_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."distances" p where p."distanceid" = any(new."distanceids") order by p."distanceid" for key share;
  if exists (select 1 from unnest(new."distanceids") u(id) where not exists (select 1 from public."distances" p where p."distanceid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'bib_pools', column = 'distanceids', constraint = 'bib_pools_distanceids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger bib_pools dorsal_linked_bib_pools_distanceids
create or replace trigger dorsal_linked_bib_pools_distanceids before insert or update of "distanceids" on public."bib_pools" for each row when (new."distanceids" is not null) execute function public.dorsal_linked_bib_pools_distanceids();

-- rule: function dorsal_kept_bib_pools_distanceids
create or replace function public.dorsal_kept_bib_pools_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."bib_pools" o where o."distanceids" @> array[old."distanceid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'bib_pools', column = 'distanceids', constraint = 'bib_pools_distanceids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_kept_bib_pools_distanceids
create or replace trigger dorsal_kept_bib_pools_distanceids after delete or update of "distanceid" on public."distances" for each row execute function public.dorsal_kept_bib_pools_distanceids();

-- rule: trigger bib_pools dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."bib_pools" referencing new table as changed for each statement execute function public.dorsal_note_changes('bib_poolid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger bib_pools dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."bib_pools" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('bib_poolid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger bib_pools dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."bib_pools" referencing old table as was for each statement execute function public.dorsal_note_changes('bib_poolid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_bibs
create or replace function public.dorsal_owner_bibs() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'bibs', column = 'eventid', constraint = 'bibs_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger bibs dorsal_owner_bibs
create or replace trigger dorsal_owner_bibs before insert or update of "eventid", organizationid on public."bibs" for each row execute function public.dorsal_owner_bibs();

-- rule: trigger bibs dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."bibs" referencing new table as changed for each statement execute function public.dorsal_note_changes('bibid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger bibs dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."bibs" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('bibid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger bibs dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."bibs" referencing old table as was for each statement execute function public.dorsal_note_changes('bibid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger carousel_items dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."carousel_items" referencing new table as changed for each statement execute function public.dorsal_note_changes('itemid', 'null::bigint', 'c."eventid"');

-- rule: trigger carousel_items dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."carousel_items" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('itemid', 'null::bigint', 'c."eventid"');

-- rule: trigger carousel_items dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."carousel_items" referencing old table as was for each statement execute function public.dorsal_note_changes('itemid', 'null::bigint', 'c."eventid"');

-- rule: function dorsal_tally_carousel_items_carouselid_carousels
create or replace function public.dorsal_tally_carousel_items_carouselid_carousels() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."carouselid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "items_count" from (select "carouselid", "deleted_at", 1 as sign from added) c where c."carouselid" is not null group by c."carouselid"),
    d as materialized (select * from s where s."items_count" <> 0),
    l as materialized (select p."carouselid" from public."carousels" p where p."carouselid" in (select d.parent from d) order by p."carouselid" for no key update)
    update public."carousels" p set "items_count" = p."items_count" + d."items_count"
    from d join l on l."carouselid" = d.parent where p."carouselid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."carouselid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "items_count" from (select "carouselid", "deleted_at", -1 as sign from gone) c where c."carouselid" is not null group by c."carouselid"),
    d as materialized (select * from s where s."items_count" <> 0),
    l as materialized (select p."carouselid" from public."carousels" p where p."carouselid" in (select d.parent from d) order by p."carouselid" for no key update)
    update public."carousels" p set "items_count" = p."items_count" + d."items_count"
    from d join l on l."carouselid" = d.parent where p."carouselid" = d.parent;
  else
    with s as materialized (select c."carouselid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "items_count" from (select "carouselid", "deleted_at", 1 as sign from added union all select "carouselid", "deleted_at", -1 as sign from gone) c where c."carouselid" is not null group by c."carouselid"),
    d as materialized (select * from s where s."items_count" <> 0),
    l as materialized (select p."carouselid" from public."carousels" p where p."carouselid" in (select d.parent from d) order by p."carouselid" for no key update)
    update public."carousels" p set "items_count" = p."items_count" + d."items_count"
    from d join l on l."carouselid" = d.parent where p."carouselid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger carousel_items dorsal_tally_carousel_items_carouselid_carousels_insert
create or replace trigger dorsal_tally_carousel_items_carouselid_carousels_insert after insert on public."carousel_items" referencing new table as added for each statement execute function public.dorsal_tally_carousel_items_carouselid_carousels();

-- rule: trigger carousel_items dorsal_tally_carousel_items_carouselid_carousels_delete
create or replace trigger dorsal_tally_carousel_items_carouselid_carousels_delete after delete on public."carousel_items" referencing old table as gone for each statement execute function public.dorsal_tally_carousel_items_carouselid_carousels();

-- rule: trigger carousel_items dorsal_tally_carousel_items_carouselid_carousels_update
create or replace trigger dorsal_tally_carousel_items_carouselid_carousels_update after update on public."carousel_items" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_carousel_items_carouselid_carousels();

-- rule: trigger carousels dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."carousels" referencing new table as changed for each statement execute function public.dorsal_note_changes('carouselid', 'null::bigint', 'null::bigint');

-- rule: trigger carousels dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."carousels" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('carouselid', 'null::bigint', 'null::bigint');

-- rule: trigger carousels dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."carousels" referencing old table as was for each statement execute function public.dorsal_note_changes('carouselid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_owner_certificate_templates
create or replace function public.dorsal_owner_certificate_templates() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'certificate_templates', column = 'eventid', constraint = 'certificate_templates_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger certificate_templates dorsal_owner_certificate_templates
create or replace trigger dorsal_owner_certificate_templates before insert or update of "eventid", organizationid on public."certificate_templates" for each row execute function public.dorsal_owner_certificate_templates();

-- rule: function dorsal_tally_certificates_templateid_certificate_templates
create or replace function public.dorsal_tally_certificates_templateid_certificate_templates() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."templateid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "certificates_count" from (select "templateid", "deleted_at", 1 as sign from added) c where c."templateid" is not null group by c."templateid"),
    d as materialized (select * from s where s."certificates_count" <> 0),
    l as materialized (select p."templateid" from public."certificate_templates" p where p."templateid" in (select d.parent from d) order by p."templateid" for no key update)
    update public."certificate_templates" p set "certificates_count" = p."certificates_count" + d."certificates_count"
    from d join l on l."templateid" = d.parent where p."templateid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."templateid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "certificates_count" from (select "templateid", "deleted_at", -1 as sign from gone) c where c."templateid" is not null group by c."templateid"),
    d as materialized (select * from s where s."certificates_count" <> 0),
    l as materialized (select p."templateid" from public."certificate_templates" p where p."templateid" in (select d.parent from d) order by p."templateid" for no key update)
    update public."certificate_templates" p set "certificates_count" = p."certificates_count" + d."certificates_count"
    from d join l on l."templateid" = d.parent where p."templateid" = d.parent;
  else
    with s as materialized (select c."templateid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "certificates_count" from (select "templateid", "deleted_at", 1 as sign from added union all select "templateid", "deleted_at", -1 as sign from gone) c where c."templateid" is not null group by c."templateid"),
    d as materialized (select * from s where s."certificates_count" <> 0),
    l as materialized (select p."templateid" from public."certificate_templates" p where p."templateid" in (select d.parent from d) order by p."templateid" for no key update)
    update public."certificate_templates" p set "certificates_count" = p."certificates_count" + d."certificates_count"
    from d join l on l."templateid" = d.parent where p."templateid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger certificates dorsal_tally_certificates_templateid_certificate_templates_inse
create or replace trigger dorsal_tally_certificates_templateid_certificate_templates_inse after insert on public."certificates" referencing new table as added for each statement execute function public.dorsal_tally_certificates_templateid_certificate_templates();

-- rule: trigger certificates dorsal_tally_certificates_templateid_certificate_templates_dele
create or replace trigger dorsal_tally_certificates_templateid_certificate_templates_dele after delete on public."certificates" referencing old table as gone for each statement execute function public.dorsal_tally_certificates_templateid_certificate_templates();

-- rule: trigger certificates dorsal_tally_certificates_templateid_certificate_templates_upda
create or replace trigger dorsal_tally_certificates_templateid_certificate_templates_upda after update on public."certificates" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_certificates_templateid_certificate_templates();

-- rule: function dorsal_linked_certificate_templates_distanceids
create or replace function public.dorsal_linked_certificate_templates_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."distances" p where p."distanceid" = any(new."distanceids") order by p."distanceid" for key share;
  if exists (select 1 from unnest(new."distanceids") u(id) where not exists (select 1 from public."distances" p where p."distanceid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'certificate_templates', column = 'distanceids', constraint = 'certificate_templates_distanceids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger certificate_templates dorsal_linked_certificate_templates_distanceids
create or replace trigger dorsal_linked_certificate_templates_distanceids before insert or update of "distanceids" on public."certificate_templates" for each row when (new."distanceids" is not null) execute function public.dorsal_linked_certificate_templates_distanceids();

-- rule: function dorsal_kept_certificate_templates_distanceids
create or replace function public.dorsal_kept_certificate_templates_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."certificate_templates" o where o."distanceids" @> array[old."distanceid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'certificate_templates', column = 'distanceids', constraint = 'certificate_templates_distanceids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_kept_certificate_templates_distanceids
create or replace trigger dorsal_kept_certificate_templates_distanceids after delete or update of "distanceid" on public."distances" for each row execute function public.dorsal_kept_certificate_templates_distanceids();

-- rule: trigger certificate_templates dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."certificate_templates" referencing new table as changed for each statement execute function public.dorsal_note_changes('templateid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger certificate_templates dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."certificate_templates" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('templateid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger certificate_templates dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."certificate_templates" referencing old table as was for each statement execute function public.dorsal_note_changes('templateid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_certificates
create or replace function public.dorsal_owner_certificates() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."certificate_templates" p where p."templateid" = new."templateid";
  if not found and new."templateid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'certificates', column = 'templateid', constraint = 'certificates_templateid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger certificates dorsal_owner_certificates
create or replace trigger dorsal_owner_certificates before insert or update of "templateid", organizationid on public."certificates" for each row execute function public.dorsal_owner_certificates();

-- rule: trigger certificates dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."certificates" referencing new table as changed for each statement execute function public.dorsal_note_changes('certificateid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger certificates dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."certificates" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('certificateid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger certificates dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."certificates" referencing old table as was for each statement execute function public.dorsal_note_changes('certificateid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_linked_comments_mentioned_userids
create or replace function public.dorsal_linked_comments_mentioned_userids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."users" p where p."userid" = any(new."mentioned_userids") order by p."userid" for key share;
  if exists (select 1 from unnest(new."mentioned_userids") u(id) where not exists (select 1 from public."users" p where p."userid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'comments', column = 'mentioned_userids', constraint = 'comments_mentioned_userids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger comments dorsal_linked_comments_mentioned_userids
create or replace trigger dorsal_linked_comments_mentioned_userids before insert or update of "mentioned_userids" on public."comments" for each row when (new."mentioned_userids" is not null) execute function public.dorsal_linked_comments_mentioned_userids();

-- rule: function dorsal_kept_comments_mentioned_userids
create or replace function public.dorsal_kept_comments_mentioned_userids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."comments" o where o."mentioned_userids" @> array[old."userid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'comments', column = 'mentioned_userids', constraint = 'comments_mentioned_userids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger users dorsal_kept_comments_mentioned_userids
create or replace trigger dorsal_kept_comments_mentioned_userids after delete or update of "userid" on public."users" for each row execute function public.dorsal_kept_comments_mentioned_userids();

-- rule: trigger comments dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."comments" referencing new table as changed for each statement execute function public.dorsal_note_changes('commentid', 'c."organizationid"', 'null::bigint');

-- rule: trigger comments dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."comments" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('commentid', 'c."organizationid"', 'null::bigint');

-- rule: trigger comments dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."comments" referencing old table as was for each statement execute function public.dorsal_note_changes('commentid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_owner_convocatories
create or replace function public.dorsal_owner_convocatories() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'convocatories', column = 'eventid', constraint = 'convocatories_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger convocatories dorsal_owner_convocatories
create or replace trigger dorsal_owner_convocatories before insert or update of "eventid", organizationid on public."convocatories" for each row execute function public.dorsal_owner_convocatories();

-- rule: trigger convocatories dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."convocatories" referencing new table as changed for each statement execute function public.dorsal_note_changes('convocatoryid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger convocatories dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."convocatories" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('convocatoryid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger convocatories dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."convocatories" referencing old table as was for each statement execute function public.dorsal_note_changes('convocatoryid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger countries dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."countries" referencing new table as changed for each statement execute function public.dorsal_note_changes('countryid', 'null::bigint', 'null::bigint');

-- rule: trigger countries dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."countries" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('countryid', 'null::bigint', 'null::bigint');

-- rule: trigger countries dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."countries" referencing old table as was for each statement execute function public.dorsal_note_changes('countryid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_tally_coupons_coupon_batchid_coupon_batches
create or replace function public.dorsal_tally_coupons_coupon_batchid_coupon_batches() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."coupon_batchid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "coupons_count", sum(c.sign * case when c.deleted_at is null then coalesce(c."spent_cents", 0) else 0 end) as "spent_cents" from (select "coupon_batchid", "deleted_at", "spent_cents", 1 as sign from added) c where c."coupon_batchid" is not null group by c."coupon_batchid"),
    d as materialized (select * from s where s."coupons_count" <> 0 or s."spent_cents" <> 0),
    l as materialized (select p."coupon_batchid" from public."coupon_batches" p where p."coupon_batchid" in (select d.parent from d) order by p."coupon_batchid" for no key update)
    update public."coupon_batches" p set "coupons_count" = p."coupons_count" + d."coupons_count", "spent_cents" = p."spent_cents" + d."spent_cents"
    from d join l on l."coupon_batchid" = d.parent where p."coupon_batchid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."coupon_batchid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "coupons_count", sum(c.sign * case when c.deleted_at is null then coalesce(c."spent_cents", 0) else 0 end) as "spent_cents" from (select "coupon_batchid", "deleted_at", "spent_cents", -1 as sign from gone) c where c."coupon_batchid" is not null group by c."coupon_batchid"),
    d as materialized (select * from s where s."coupons_count" <> 0 or s."spent_cents" <> 0),
    l as materialized (select p."coupon_batchid" from public."coupon_batches" p where p."coupon_batchid" in (select d.parent from d) order by p."coupon_batchid" for no key update)
    update public."coupon_batches" p set "coupons_count" = p."coupons_count" + d."coupons_count", "spent_cents" = p."spent_cents" + d."spent_cents"
    from d join l on l."coupon_batchid" = d.parent where p."coupon_batchid" = d.parent;
  else
    with s as materialized (select c."coupon_batchid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "coupons_count", sum(c.sign * case when c.deleted_at is null then coalesce(c."spent_cents", 0) else 0 end) as "spent_cents" from (select "coupon_batchid", "deleted_at", "spent_cents", 1 as sign from added union all select "coupon_batchid", "deleted_at", "spent_cents", -1 as sign from gone) c where c."coupon_batchid" is not null group by c."coupon_batchid"),
    d as materialized (select * from s where s."coupons_count" <> 0 or s."spent_cents" <> 0),
    l as materialized (select p."coupon_batchid" from public."coupon_batches" p where p."coupon_batchid" in (select d.parent from d) order by p."coupon_batchid" for no key update)
    update public."coupon_batches" p set "coupons_count" = p."coupons_count" + d."coupons_count", "spent_cents" = p."spent_cents" + d."spent_cents"
    from d join l on l."coupon_batchid" = d.parent where p."coupon_batchid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger coupons dorsal_tally_coupons_coupon_batchid_coupon_batches_insert
create or replace trigger dorsal_tally_coupons_coupon_batchid_coupon_batches_insert after insert on public."coupons" referencing new table as added for each statement execute function public.dorsal_tally_coupons_coupon_batchid_coupon_batches();

-- rule: trigger coupons dorsal_tally_coupons_coupon_batchid_coupon_batches_delete
create or replace trigger dorsal_tally_coupons_coupon_batchid_coupon_batches_delete after delete on public."coupons" referencing old table as gone for each statement execute function public.dorsal_tally_coupons_coupon_batchid_coupon_batches();

-- rule: trigger coupons dorsal_tally_coupons_coupon_batchid_coupon_batches_update
create or replace trigger dorsal_tally_coupons_coupon_batchid_coupon_batches_update after update on public."coupons" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_coupons_coupon_batchid_coupon_batches();

-- rule: trigger coupon_batches dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."coupon_batches" referencing new table as changed for each statement execute function public.dorsal_note_changes('coupon_batchid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger coupon_batches dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."coupon_batches" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('coupon_batchid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger coupon_batches dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."coupon_batches" referencing old table as was for each statement execute function public.dorsal_note_changes('coupon_batchid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_coupon_uses
create or replace function public.dorsal_owner_coupon_uses() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."coupons" p where p."couponid" = new."couponid";
  if not found and new."couponid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'coupon_uses', column = 'couponid', constraint = 'coupon_uses_couponid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger coupon_uses dorsal_owner_coupon_uses
create or replace trigger dorsal_owner_coupon_uses before insert or update of "couponid", organizationid on public."coupon_uses" for each row execute function public.dorsal_owner_coupon_uses();

-- rule: trigger coupon_uses dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."coupon_uses" referencing new table as changed for each statement execute function public.dorsal_note_changes('coupon_useid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger coupon_uses dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."coupon_uses" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('coupon_useid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger coupon_uses dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."coupon_uses" referencing old table as was for each statement execute function public.dorsal_note_changes('coupon_useid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_tally_coupon_uses_couponid_coupons
create or replace function public.dorsal_tally_coupon_uses_couponid_coupons() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."couponid" as parent, sum(c.sign * case when c.deleted_at is null and c."state" in ('used') then 1 else 0 end) as "uses_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('reserved') then 1 else 0 end) as "reserved_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('reserved', 'used') then coalesce(c."discount_cents", 0) else 0 end) as "spent_cents" from (select "couponid", "deleted_at", "state", "discount_cents", 1 as sign from added) c where c."couponid" is not null group by c."couponid"),
    d as materialized (select * from s where s."uses_count" <> 0 or s."reserved_count" <> 0 or s."spent_cents" <> 0),
    l as materialized (select p."couponid" from public."coupons" p where p."couponid" in (select d.parent from d) order by p."couponid" for no key update)
    update public."coupons" p set "uses_count" = p."uses_count" + d."uses_count", "reserved_count" = p."reserved_count" + d."reserved_count", "spent_cents" = p."spent_cents" + d."spent_cents"
    from d join l on l."couponid" = d.parent where p."couponid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."couponid" as parent, sum(c.sign * case when c.deleted_at is null and c."state" in ('used') then 1 else 0 end) as "uses_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('reserved') then 1 else 0 end) as "reserved_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('reserved', 'used') then coalesce(c."discount_cents", 0) else 0 end) as "spent_cents" from (select "couponid", "deleted_at", "state", "discount_cents", -1 as sign from gone) c where c."couponid" is not null group by c."couponid"),
    d as materialized (select * from s where s."uses_count" <> 0 or s."reserved_count" <> 0 or s."spent_cents" <> 0),
    l as materialized (select p."couponid" from public."coupons" p where p."couponid" in (select d.parent from d) order by p."couponid" for no key update)
    update public."coupons" p set "uses_count" = p."uses_count" + d."uses_count", "reserved_count" = p."reserved_count" + d."reserved_count", "spent_cents" = p."spent_cents" + d."spent_cents"
    from d join l on l."couponid" = d.parent where p."couponid" = d.parent;
  else
    with s as materialized (select c."couponid" as parent, sum(c.sign * case when c.deleted_at is null and c."state" in ('used') then 1 else 0 end) as "uses_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('reserved') then 1 else 0 end) as "reserved_count", sum(c.sign * case when c.deleted_at is null and c."state" in ('reserved', 'used') then coalesce(c."discount_cents", 0) else 0 end) as "spent_cents" from (select "couponid", "deleted_at", "state", "discount_cents", 1 as sign from added union all select "couponid", "deleted_at", "state", "discount_cents", -1 as sign from gone) c where c."couponid" is not null group by c."couponid"),
    d as materialized (select * from s where s."uses_count" <> 0 or s."reserved_count" <> 0 or s."spent_cents" <> 0),
    l as materialized (select p."couponid" from public."coupons" p where p."couponid" in (select d.parent from d) order by p."couponid" for no key update)
    update public."coupons" p set "uses_count" = p."uses_count" + d."uses_count", "reserved_count" = p."reserved_count" + d."reserved_count", "spent_cents" = p."spent_cents" + d."spent_cents"
    from d join l on l."couponid" = d.parent where p."couponid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger coupon_uses dorsal_tally_coupon_uses_couponid_coupons_insert
create or replace trigger dorsal_tally_coupon_uses_couponid_coupons_insert after insert on public."coupon_uses" referencing new table as added for each statement execute function public.dorsal_tally_coupon_uses_couponid_coupons();

-- rule: trigger coupon_uses dorsal_tally_coupon_uses_couponid_coupons_delete
create or replace trigger dorsal_tally_coupon_uses_couponid_coupons_delete after delete on public."coupon_uses" referencing old table as gone for each statement execute function public.dorsal_tally_coupon_uses_couponid_coupons();

-- rule: trigger coupon_uses dorsal_tally_coupon_uses_couponid_coupons_update
create or replace trigger dorsal_tally_coupon_uses_couponid_coupons_update after update on public."coupon_uses" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_coupon_uses_couponid_coupons();

-- rule: function dorsal_linked_coupons_distanceids
create or replace function public.dorsal_linked_coupons_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."distances" p where p."distanceid" = any(new."distanceids") order by p."distanceid" for key share;
  if exists (select 1 from unnest(new."distanceids") u(id) where not exists (select 1 from public."distances" p where p."distanceid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'coupons', column = 'distanceids', constraint = 'coupons_distanceids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger coupons dorsal_linked_coupons_distanceids
create or replace trigger dorsal_linked_coupons_distanceids before insert or update of "distanceids" on public."coupons" for each row when (new."distanceids" is not null) execute function public.dorsal_linked_coupons_distanceids();

-- rule: function dorsal_kept_coupons_distanceids
create or replace function public.dorsal_kept_coupons_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."coupons" o where o."distanceids" @> array[old."distanceid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'coupons', column = 'distanceids', constraint = 'coupons_distanceids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_kept_coupons_distanceids
create or replace trigger dorsal_kept_coupons_distanceids after delete or update of "distanceid" on public."distances" for each row execute function public.dorsal_kept_coupons_distanceids();

-- rule: trigger coupons dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."coupons" referencing new table as changed for each statement execute function public.dorsal_note_changes('couponid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger coupons dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."coupons" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('couponid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger coupons dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."coupons" referencing old table as was for each statement execute function public.dorsal_note_changes('couponid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_desks
create or replace function public.dorsal_owner_desks() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'desks', column = 'eventid', constraint = 'desks_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger desks dorsal_owner_desks
create or replace trigger dorsal_owner_desks before insert or update of "eventid", organizationid on public."desks" for each row execute function public.dorsal_owner_desks();

-- rule: trigger desks dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."desks" referencing new table as changed for each statement execute function public.dorsal_note_changes('deskid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger desks dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."desks" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('deskid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger desks dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."desks" referencing old table as was for each statement execute function public.dorsal_note_changes('deskid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_distances
create or replace function public.dorsal_owner_distances() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'distances', column = 'eventid', constraint = 'distances_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger distances dorsal_owner_distances
create or replace trigger dorsal_owner_distances before insert or update of "eventid", organizationid on public."distances" for each row execute function public.dorsal_owner_distances();

-- rule: function dorsal_tally_inscriptions_distanceid_distances
create or replace function public.dorsal_tally_inscriptions_distanceid_distances() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."distanceid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "held_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "sold_count" from (select "distanceid", "deleted_at", "status", 1 as sign from added) c where c."distanceid" is not null group by c."distanceid"),
    d as materialized (select * from s where s."held_count" <> 0 or s."sold_count" <> 0),
    l as materialized (select p."distanceid" from public."distances" p where p."distanceid" in (select d.parent from d) order by p."distanceid" for no key update)
    update public."distances" p set "held_count" = p."held_count" + d."held_count", "sold_count" = p."sold_count" + d."sold_count"
    from d join l on l."distanceid" = d.parent where p."distanceid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."distanceid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "held_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "sold_count" from (select "distanceid", "deleted_at", "status", -1 as sign from gone) c where c."distanceid" is not null group by c."distanceid"),
    d as materialized (select * from s where s."held_count" <> 0 or s."sold_count" <> 0),
    l as materialized (select p."distanceid" from public."distances" p where p."distanceid" in (select d.parent from d) order by p."distanceid" for no key update)
    update public."distances" p set "held_count" = p."held_count" + d."held_count", "sold_count" = p."sold_count" + d."sold_count"
    from d join l on l."distanceid" = d.parent where p."distanceid" = d.parent;
  else
    with s as materialized (select c."distanceid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "held_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "sold_count" from (select "distanceid", "deleted_at", "status", 1 as sign from added union all select "distanceid", "deleted_at", "status", -1 as sign from gone) c where c."distanceid" is not null group by c."distanceid"),
    d as materialized (select * from s where s."held_count" <> 0 or s."sold_count" <> 0),
    l as materialized (select p."distanceid" from public."distances" p where p."distanceid" in (select d.parent from d) order by p."distanceid" for no key update)
    update public."distances" p set "held_count" = p."held_count" + d."held_count", "sold_count" = p."sold_count" + d."sold_count"
    from d join l on l."distanceid" = d.parent where p."distanceid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger inscriptions dorsal_tally_inscriptions_distanceid_distances_insert
create or replace trigger dorsal_tally_inscriptions_distanceid_distances_insert after insert on public."inscriptions" referencing new table as added for each statement execute function public.dorsal_tally_inscriptions_distanceid_distances();

-- rule: trigger inscriptions dorsal_tally_inscriptions_distanceid_distances_delete
create or replace trigger dorsal_tally_inscriptions_distanceid_distances_delete after delete on public."inscriptions" referencing old table as gone for each statement execute function public.dorsal_tally_inscriptions_distanceid_distances();

-- rule: trigger inscriptions dorsal_tally_inscriptions_distanceid_distances_update
create or replace trigger dorsal_tally_inscriptions_distanceid_distances_update after update on public."inscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscriptions_distanceid_distances();

-- rule: function dorsal_linked_distances_fmtri_affiliation_typeids
create or replace function public.dorsal_linked_distances_fmtri_affiliation_typeids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."fmtri_affiliation_types" p where p."typeid" = any(new."fmtri_affiliation_typeids") order by p."typeid" for key share;
  if exists (select 1 from unnest(new."fmtri_affiliation_typeids") u(id) where not exists (select 1 from public."fmtri_affiliation_types" p where p."typeid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'distances', column = 'fmtri_affiliation_typeids', constraint = 'distances_fmtri_affiliation_typeids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger distances dorsal_linked_distances_fmtri_affiliation_typeids
create or replace trigger dorsal_linked_distances_fmtri_affiliation_typeids before insert or update of "fmtri_affiliation_typeids" on public."distances" for each row when (new."fmtri_affiliation_typeids" is not null) execute function public.dorsal_linked_distances_fmtri_affiliation_typeids();

-- rule: function dorsal_kept_distances_fmtri_affiliation_typeids
create or replace function public.dorsal_kept_distances_fmtri_affiliation_typeids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."distances" o where o."fmtri_affiliation_typeids" @> array[old."typeid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'distances', column = 'fmtri_affiliation_typeids', constraint = 'distances_fmtri_affiliation_typeids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger fmtri_affiliation_types dorsal_kept_distances_fmtri_affiliation_typeids
create or replace trigger dorsal_kept_distances_fmtri_affiliation_typeids after delete or update of "typeid" on public."fmtri_affiliation_types" for each row execute function public.dorsal_kept_distances_fmtri_affiliation_typeids();

-- rule: trigger distances dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."distances" referencing new table as changed for each statement execute function public.dorsal_note_changes('distanceid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger distances dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."distances" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('distanceid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger distances dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."distances" referencing old table as was for each statement execute function public.dorsal_note_changes('distanceid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_event_questions
create or replace function public.dorsal_owner_event_questions() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'event_questions', column = 'eventid', constraint = 'event_questions_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger event_questions dorsal_owner_event_questions
create or replace trigger dorsal_owner_event_questions before insert or update of "eventid", organizationid on public."event_questions" for each row execute function public.dorsal_owner_event_questions();

-- rule: function dorsal_tally_question_answers_questionid_event_questions
create or replace function public.dorsal_tally_question_answers_questionid_event_questions() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."questionid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "answers_count" from (select "questionid", "deleted_at", 1 as sign from added) c where c."questionid" is not null group by c."questionid"),
    d as materialized (select * from s where s."answers_count" <> 0),
    l as materialized (select p."questionid" from public."event_questions" p where p."questionid" in (select d.parent from d) order by p."questionid" for no key update)
    update public."event_questions" p set "answers_count" = p."answers_count" + d."answers_count"
    from d join l on l."questionid" = d.parent where p."questionid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."questionid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "answers_count" from (select "questionid", "deleted_at", -1 as sign from gone) c where c."questionid" is not null group by c."questionid"),
    d as materialized (select * from s where s."answers_count" <> 0),
    l as materialized (select p."questionid" from public."event_questions" p where p."questionid" in (select d.parent from d) order by p."questionid" for no key update)
    update public."event_questions" p set "answers_count" = p."answers_count" + d."answers_count"
    from d join l on l."questionid" = d.parent where p."questionid" = d.parent;
  else
    with s as materialized (select c."questionid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "answers_count" from (select "questionid", "deleted_at", 1 as sign from added union all select "questionid", "deleted_at", -1 as sign from gone) c where c."questionid" is not null group by c."questionid"),
    d as materialized (select * from s where s."answers_count" <> 0),
    l as materialized (select p."questionid" from public."event_questions" p where p."questionid" in (select d.parent from d) order by p."questionid" for no key update)
    update public."event_questions" p set "answers_count" = p."answers_count" + d."answers_count"
    from d join l on l."questionid" = d.parent where p."questionid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger question_answers dorsal_tally_question_answers_questionid_event_questions_insert
create or replace trigger dorsal_tally_question_answers_questionid_event_questions_insert after insert on public."question_answers" referencing new table as added for each statement execute function public.dorsal_tally_question_answers_questionid_event_questions();

-- rule: trigger question_answers dorsal_tally_question_answers_questionid_event_questions_delete
create or replace trigger dorsal_tally_question_answers_questionid_event_questions_delete after delete on public."question_answers" referencing old table as gone for each statement execute function public.dorsal_tally_question_answers_questionid_event_questions();

-- rule: trigger question_answers dorsal_tally_question_answers_questionid_event_questions_update
create or replace trigger dorsal_tally_question_answers_questionid_event_questions_update after update on public."question_answers" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_question_answers_questionid_event_questions();

-- rule: function dorsal_linked_event_questions_distanceids
create or replace function public.dorsal_linked_event_questions_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."distances" p where p."distanceid" = any(new."distanceids") order by p."distanceid" for key share;
  if exists (select 1 from unnest(new."distanceids") u(id) where not exists (select 1 from public."distances" p where p."distanceid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'event_questions', column = 'distanceids', constraint = 'event_questions_distanceids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger event_questions dorsal_linked_event_questions_distanceids
create or replace trigger dorsal_linked_event_questions_distanceids before insert or update of "distanceids" on public."event_questions" for each row when (new."distanceids" is not null) execute function public.dorsal_linked_event_questions_distanceids();

-- rule: function dorsal_kept_event_questions_distanceids
create or replace function public.dorsal_kept_event_questions_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."event_questions" o where o."distanceids" @> array[old."distanceid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'event_questions', column = 'distanceids', constraint = 'event_questions_distanceids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_kept_event_questions_distanceids
create or replace trigger dorsal_kept_event_questions_distanceids after delete or update of "distanceid" on public."distances" for each row execute function public.dorsal_kept_event_questions_distanceids();

-- rule: trigger event_questions dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."event_questions" referencing new table as changed for each statement execute function public.dorsal_note_changes('questionid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger event_questions dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."event_questions" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('questionid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger event_questions dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."event_questions" referencing old table as was for each statement execute function public.dorsal_note_changes('questionid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_tally_distances_eventid_events
create or replace function public.dorsal_tally_distances_eventid_events() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."eventid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "distances_count" from (select "eventid", "deleted_at", 1 as sign from added) c where c."eventid" is not null group by c."eventid"),
    d as materialized (select * from s where s."distances_count" <> 0),
    l as materialized (select p."eventid" from public."events" p where p."eventid" in (select d.parent from d) order by p."eventid" for no key update)
    update public."events" p set "distances_count" = p."distances_count" + d."distances_count"
    from d join l on l."eventid" = d.parent where p."eventid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."eventid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "distances_count" from (select "eventid", "deleted_at", -1 as sign from gone) c where c."eventid" is not null group by c."eventid"),
    d as materialized (select * from s where s."distances_count" <> 0),
    l as materialized (select p."eventid" from public."events" p where p."eventid" in (select d.parent from d) order by p."eventid" for no key update)
    update public."events" p set "distances_count" = p."distances_count" + d."distances_count"
    from d join l on l."eventid" = d.parent where p."eventid" = d.parent;
  else
    with s as materialized (select c."eventid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "distances_count" from (select "eventid", "deleted_at", 1 as sign from added union all select "eventid", "deleted_at", -1 as sign from gone) c where c."eventid" is not null group by c."eventid"),
    d as materialized (select * from s where s."distances_count" <> 0),
    l as materialized (select p."eventid" from public."events" p where p."eventid" in (select d.parent from d) order by p."eventid" for no key update)
    update public."events" p set "distances_count" = p."distances_count" + d."distances_count"
    from d join l on l."eventid" = d.parent where p."eventid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_tally_distances_eventid_events_insert
create or replace trigger dorsal_tally_distances_eventid_events_insert after insert on public."distances" referencing new table as added for each statement execute function public.dorsal_tally_distances_eventid_events();

-- rule: trigger distances dorsal_tally_distances_eventid_events_delete
create or replace trigger dorsal_tally_distances_eventid_events_delete after delete on public."distances" referencing old table as gone for each statement execute function public.dorsal_tally_distances_eventid_events();

-- rule: trigger distances dorsal_tally_distances_eventid_events_update
create or replace trigger dorsal_tally_distances_eventid_events_update after update on public."distances" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_distances_eventid_events();

-- rule: function dorsal_tally_inscriptions_eventid_events
create or replace function public.dorsal_tally_inscriptions_eventid_events() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."eventid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "sold_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "held_count", sum(c.sign * case when c.deleted_at is null then coalesce(c."paid_cents", 0) else 0 end) as "revenue_cents", sum(c.sign * case when c.deleted_at is null then coalesce(c."refunded_cents", 0) else 0 end) as "refunded_cents" from (select "eventid", "deleted_at", "status", "paid_cents", "refunded_cents", 1 as sign from added) c where c."eventid" is not null group by c."eventid"),
    d as materialized (select * from s where s."sold_count" <> 0 or s."held_count" <> 0 or s."revenue_cents" <> 0 or s."refunded_cents" <> 0),
    l as materialized (select p."eventid" from public."events" p where p."eventid" in (select d.parent from d) order by p."eventid" for no key update)
    update public."events" p set "sold_count" = p."sold_count" + d."sold_count", "held_count" = p."held_count" + d."held_count", "revenue_cents" = p."revenue_cents" + d."revenue_cents", "refunded_cents" = p."refunded_cents" + d."refunded_cents"
    from d join l on l."eventid" = d.parent where p."eventid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."eventid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "sold_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "held_count", sum(c.sign * case when c.deleted_at is null then coalesce(c."paid_cents", 0) else 0 end) as "revenue_cents", sum(c.sign * case when c.deleted_at is null then coalesce(c."refunded_cents", 0) else 0 end) as "refunded_cents" from (select "eventid", "deleted_at", "status", "paid_cents", "refunded_cents", -1 as sign from gone) c where c."eventid" is not null group by c."eventid"),
    d as materialized (select * from s where s."sold_count" <> 0 or s."held_count" <> 0 or s."revenue_cents" <> 0 or s."refunded_cents" <> 0),
    l as materialized (select p."eventid" from public."events" p where p."eventid" in (select d.parent from d) order by p."eventid" for no key update)
    update public."events" p set "sold_count" = p."sold_count" + d."sold_count", "held_count" = p."held_count" + d."held_count", "revenue_cents" = p."revenue_cents" + d."revenue_cents", "refunded_cents" = p."refunded_cents" + d."refunded_cents"
    from d join l on l."eventid" = d.parent where p."eventid" = d.parent;
  else
    with s as materialized (select c."eventid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "sold_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "held_count", sum(c.sign * case when c.deleted_at is null then coalesce(c."paid_cents", 0) else 0 end) as "revenue_cents", sum(c.sign * case when c.deleted_at is null then coalesce(c."refunded_cents", 0) else 0 end) as "refunded_cents" from (select "eventid", "deleted_at", "status", "paid_cents", "refunded_cents", 1 as sign from added union all select "eventid", "deleted_at", "status", "paid_cents", "refunded_cents", -1 as sign from gone) c where c."eventid" is not null group by c."eventid"),
    d as materialized (select * from s where s."sold_count" <> 0 or s."held_count" <> 0 or s."revenue_cents" <> 0 or s."refunded_cents" <> 0),
    l as materialized (select p."eventid" from public."events" p where p."eventid" in (select d.parent from d) order by p."eventid" for no key update)
    update public."events" p set "sold_count" = p."sold_count" + d."sold_count", "held_count" = p."held_count" + d."held_count", "revenue_cents" = p."revenue_cents" + d."revenue_cents", "refunded_cents" = p."refunded_cents" + d."refunded_cents"
    from d join l on l."eventid" = d.parent where p."eventid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger inscriptions dorsal_tally_inscriptions_eventid_events_insert
create or replace trigger dorsal_tally_inscriptions_eventid_events_insert after insert on public."inscriptions" referencing new table as added for each statement execute function public.dorsal_tally_inscriptions_eventid_events();

-- rule: trigger inscriptions dorsal_tally_inscriptions_eventid_events_delete
create or replace trigger dorsal_tally_inscriptions_eventid_events_delete after delete on public."inscriptions" referencing old table as gone for each statement execute function public.dorsal_tally_inscriptions_eventid_events();

-- rule: trigger inscriptions dorsal_tally_inscriptions_eventid_events_update
create or replace trigger dorsal_tally_inscriptions_eventid_events_update after update on public."inscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscriptions_eventid_events();

-- rule: trigger events dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."events" referencing new table as changed for each statement execute function public.dorsal_note_changes('eventid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger events dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."events" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('eventid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger events dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."events" referencing old table as was for each statement execute function public.dorsal_note_changes('eventid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_exoneration_signatures
create or replace function public.dorsal_owner_exoneration_signatures() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."inscriptions" p where p."inscriptionid" = new."inscriptionid";
  if not found and new."inscriptionid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'exoneration_signatures', column = 'inscriptionid', constraint = 'exoneration_signatures_inscriptionid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger exoneration_signatures dorsal_owner_exoneration_signatures
create or replace trigger dorsal_owner_exoneration_signatures before insert or update of "inscriptionid", organizationid on public."exoneration_signatures" for each row execute function public.dorsal_owner_exoneration_signatures();

-- rule: trigger exoneration_signatures dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."exoneration_signatures" referencing new table as changed for each statement execute function public.dorsal_note_changes('signatureid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger exoneration_signatures dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."exoneration_signatures" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('signatureid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger exoneration_signatures dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."exoneration_signatures" referencing old table as was for each statement execute function public.dorsal_note_changes('signatureid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_exonerations
create or replace function public.dorsal_owner_exonerations() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'exonerations', column = 'eventid', constraint = 'exonerations_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger exonerations dorsal_owner_exonerations
create or replace trigger dorsal_owner_exonerations before insert or update of "eventid", organizationid on public."exonerations" for each row execute function public.dorsal_owner_exonerations();

-- rule: function dorsal_tally_exoneration_signatures_exoneratio_n6ybb0
create or replace function public.dorsal_tally_exoneration_signatures_exoneratio_n6ybb0() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."exonerationid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('signed') then 1 else 0 end) as "signatures_count" from (select "exonerationid", "deleted_at", "status", 1 as sign from added) c where c."exonerationid" is not null group by c."exonerationid"),
    d as materialized (select * from s where s."signatures_count" <> 0),
    l as materialized (select p."exonerationid" from public."exonerations" p where p."exonerationid" in (select d.parent from d) order by p."exonerationid" for no key update)
    update public."exonerations" p set "signatures_count" = p."signatures_count" + d."signatures_count"
    from d join l on l."exonerationid" = d.parent where p."exonerationid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."exonerationid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('signed') then 1 else 0 end) as "signatures_count" from (select "exonerationid", "deleted_at", "status", -1 as sign from gone) c where c."exonerationid" is not null group by c."exonerationid"),
    d as materialized (select * from s where s."signatures_count" <> 0),
    l as materialized (select p."exonerationid" from public."exonerations" p where p."exonerationid" in (select d.parent from d) order by p."exonerationid" for no key update)
    update public."exonerations" p set "signatures_count" = p."signatures_count" + d."signatures_count"
    from d join l on l."exonerationid" = d.parent where p."exonerationid" = d.parent;
  else
    with s as materialized (select c."exonerationid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('signed') then 1 else 0 end) as "signatures_count" from (select "exonerationid", "deleted_at", "status", 1 as sign from added union all select "exonerationid", "deleted_at", "status", -1 as sign from gone) c where c."exonerationid" is not null group by c."exonerationid"),
    d as materialized (select * from s where s."signatures_count" <> 0),
    l as materialized (select p."exonerationid" from public."exonerations" p where p."exonerationid" in (select d.parent from d) order by p."exonerationid" for no key update)
    update public."exonerations" p set "signatures_count" = p."signatures_count" + d."signatures_count"
    from d join l on l."exonerationid" = d.parent where p."exonerationid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger exoneration_signatures dorsal_tally_exoneration_signatures_exoneratio_n6ybb0_insert
create or replace trigger dorsal_tally_exoneration_signatures_exoneratio_n6ybb0_insert after insert on public."exoneration_signatures" referencing new table as added for each statement execute function public.dorsal_tally_exoneration_signatures_exoneratio_n6ybb0();

-- rule: trigger exoneration_signatures dorsal_tally_exoneration_signatures_exoneratio_n6ybb0_delete
create or replace trigger dorsal_tally_exoneration_signatures_exoneratio_n6ybb0_delete after delete on public."exoneration_signatures" referencing old table as gone for each statement execute function public.dorsal_tally_exoneration_signatures_exoneratio_n6ybb0();

-- rule: trigger exoneration_signatures dorsal_tally_exoneration_signatures_exoneratio_n6ybb0_update
create or replace trigger dorsal_tally_exoneration_signatures_exoneratio_n6ybb0_update after update on public."exoneration_signatures" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_exoneration_signatures_exoneratio_n6ybb0();

-- rule: function dorsal_linked_exonerations_distanceids
create or replace function public.dorsal_linked_exonerations_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."distances" p where p."distanceid" = any(new."distanceids") order by p."distanceid" for key share;
  if exists (select 1 from unnest(new."distanceids") u(id) where not exists (select 1 from public."distances" p where p."distanceid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'exonerations', column = 'distanceids', constraint = 'exonerations_distanceids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger exonerations dorsal_linked_exonerations_distanceids
create or replace trigger dorsal_linked_exonerations_distanceids before insert or update of "distanceids" on public."exonerations" for each row when (new."distanceids" is not null) execute function public.dorsal_linked_exonerations_distanceids();

-- rule: function dorsal_kept_exonerations_distanceids
create or replace function public.dorsal_kept_exonerations_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."exonerations" o where o."distanceids" @> array[old."distanceid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'exonerations', column = 'distanceids', constraint = 'exonerations_distanceids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_kept_exonerations_distanceids
create or replace trigger dorsal_kept_exonerations_distanceids after delete or update of "distanceid" on public."distances" for each row execute function public.dorsal_kept_exonerations_distanceids();

-- rule: trigger exonerations dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."exonerations" referencing new table as changed for each statement execute function public.dorsal_note_changes('exonerationid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger exonerations dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."exonerations" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('exonerationid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger exonerations dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."exonerations" referencing old table as was for each statement execute function public.dorsal_note_changes('exonerationid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_external_inscriptions
create or replace function public.dorsal_owner_external_inscriptions() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'external_inscriptions', column = 'eventid', constraint = 'external_inscriptions_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger external_inscriptions dorsal_owner_external_inscriptions
create or replace trigger dorsal_owner_external_inscriptions before insert or update of "eventid", organizationid on public."external_inscriptions" for each row execute function public.dorsal_owner_external_inscriptions();

-- rule: trigger external_inscriptions dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."external_inscriptions" referencing new table as changed for each statement execute function public.dorsal_note_changes('external_inscriptionid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger external_inscriptions dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."external_inscriptions" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('external_inscriptionid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger external_inscriptions dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."external_inscriptions" referencing old table as was for each statement execute function public.dorsal_note_changes('external_inscriptionid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger external_settlements dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."external_settlements" referencing new table as changed for each statement execute function public.dorsal_note_changes('external_settlementid', 'c."organizationid"', 'null::bigint');

-- rule: trigger external_settlements dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."external_settlements" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('external_settlementid', 'c."organizationid"', 'null::bigint');

-- rule: trigger external_settlements dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."external_settlements" referencing old table as was for each statement execute function public.dorsal_note_changes('external_settlementid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_tally_fmtri_affiliations_affiliate_user_oqbo5d
create or replace function public.dorsal_tally_fmtri_affiliations_affiliate_user_oqbo5d() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."affiliate_userid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "affiliations_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('active') then 1 else 0 end) as "active_count" from (select "affiliate_userid", "deleted_at", "status", 1 as sign from added) c where c."affiliate_userid" is not null group by c."affiliate_userid"),
    d as materialized (select * from s where s."affiliations_count" <> 0 or s."active_count" <> 0),
    l as materialized (select p."affiliate_userid" from public."fmtri_affiliate_users" p where p."affiliate_userid" in (select d.parent from d) order by p."affiliate_userid" for no key update)
    update public."fmtri_affiliate_users" p set "affiliations_count" = p."affiliations_count" + d."affiliations_count", "active_count" = p."active_count" + d."active_count"
    from d join l on l."affiliate_userid" = d.parent where p."affiliate_userid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."affiliate_userid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "affiliations_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('active') then 1 else 0 end) as "active_count" from (select "affiliate_userid", "deleted_at", "status", -1 as sign from gone) c where c."affiliate_userid" is not null group by c."affiliate_userid"),
    d as materialized (select * from s where s."affiliations_count" <> 0 or s."active_count" <> 0),
    l as materialized (select p."affiliate_userid" from public."fmtri_affiliate_users" p where p."affiliate_userid" in (select d.parent from d) order by p."affiliate_userid" for no key update)
    update public."fmtri_affiliate_users" p set "affiliations_count" = p."affiliations_count" + d."affiliations_count", "active_count" = p."active_count" + d."active_count"
    from d join l on l."affiliate_userid" = d.parent where p."affiliate_userid" = d.parent;
  else
    with s as materialized (select c."affiliate_userid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "affiliations_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('active') then 1 else 0 end) as "active_count" from (select "affiliate_userid", "deleted_at", "status", 1 as sign from added union all select "affiliate_userid", "deleted_at", "status", -1 as sign from gone) c where c."affiliate_userid" is not null group by c."affiliate_userid"),
    d as materialized (select * from s where s."affiliations_count" <> 0 or s."active_count" <> 0),
    l as materialized (select p."affiliate_userid" from public."fmtri_affiliate_users" p where p."affiliate_userid" in (select d.parent from d) order by p."affiliate_userid" for no key update)
    update public."fmtri_affiliate_users" p set "affiliations_count" = p."affiliations_count" + d."affiliations_count", "active_count" = p."active_count" + d."active_count"
    from d join l on l."affiliate_userid" = d.parent where p."affiliate_userid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger fmtri_affiliations dorsal_tally_fmtri_affiliations_affiliate_user_oqbo5d_insert
create or replace trigger dorsal_tally_fmtri_affiliations_affiliate_user_oqbo5d_insert after insert on public."fmtri_affiliations" referencing new table as added for each statement execute function public.dorsal_tally_fmtri_affiliations_affiliate_user_oqbo5d();

-- rule: trigger fmtri_affiliations dorsal_tally_fmtri_affiliations_affiliate_user_oqbo5d_delete
create or replace trigger dorsal_tally_fmtri_affiliations_affiliate_user_oqbo5d_delete after delete on public."fmtri_affiliations" referencing old table as gone for each statement execute function public.dorsal_tally_fmtri_affiliations_affiliate_user_oqbo5d();

-- rule: trigger fmtri_affiliations dorsal_tally_fmtri_affiliations_affiliate_user_oqbo5d_update
create or replace trigger dorsal_tally_fmtri_affiliations_affiliate_user_oqbo5d_update after update on public."fmtri_affiliations" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_fmtri_affiliations_affiliate_user_oqbo5d();

-- rule: trigger fmtri_affiliate_users dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."fmtri_affiliate_users" referencing new table as changed for each statement execute function public.dorsal_note_changes('affiliate_userid', 'null::bigint', 'null::bigint');

-- rule: trigger fmtri_affiliate_users dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."fmtri_affiliate_users" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('affiliate_userid', 'null::bigint', 'null::bigint');

-- rule: trigger fmtri_affiliate_users dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."fmtri_affiliate_users" referencing old table as was for each statement execute function public.dorsal_note_changes('affiliate_userid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_tally_fmtri_affiliations_typeid_fmtri_a_sro2cu
create or replace function public.dorsal_tally_fmtri_affiliations_typeid_fmtri_a_sro2cu() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."typeid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "affiliations_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('active') then 1 else 0 end) as "active_count" from (select "typeid", "deleted_at", "status", 1 as sign from added) c where c."typeid" is not null group by c."typeid"),
    d as materialized (select * from s where s."affiliations_count" <> 0 or s."active_count" <> 0),
    l as materialized (select p."typeid" from public."fmtri_affiliation_types" p where p."typeid" in (select d.parent from d) order by p."typeid" for no key update)
    update public."fmtri_affiliation_types" p set "affiliations_count" = p."affiliations_count" + d."affiliations_count", "active_count" = p."active_count" + d."active_count"
    from d join l on l."typeid" = d.parent where p."typeid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."typeid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "affiliations_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('active') then 1 else 0 end) as "active_count" from (select "typeid", "deleted_at", "status", -1 as sign from gone) c where c."typeid" is not null group by c."typeid"),
    d as materialized (select * from s where s."affiliations_count" <> 0 or s."active_count" <> 0),
    l as materialized (select p."typeid" from public."fmtri_affiliation_types" p where p."typeid" in (select d.parent from d) order by p."typeid" for no key update)
    update public."fmtri_affiliation_types" p set "affiliations_count" = p."affiliations_count" + d."affiliations_count", "active_count" = p."active_count" + d."active_count"
    from d join l on l."typeid" = d.parent where p."typeid" = d.parent;
  else
    with s as materialized (select c."typeid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "affiliations_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('active') then 1 else 0 end) as "active_count" from (select "typeid", "deleted_at", "status", 1 as sign from added union all select "typeid", "deleted_at", "status", -1 as sign from gone) c where c."typeid" is not null group by c."typeid"),
    d as materialized (select * from s where s."affiliations_count" <> 0 or s."active_count" <> 0),
    l as materialized (select p."typeid" from public."fmtri_affiliation_types" p where p."typeid" in (select d.parent from d) order by p."typeid" for no key update)
    update public."fmtri_affiliation_types" p set "affiliations_count" = p."affiliations_count" + d."affiliations_count", "active_count" = p."active_count" + d."active_count"
    from d join l on l."typeid" = d.parent where p."typeid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger fmtri_affiliations dorsal_tally_fmtri_affiliations_typeid_fmtri_a_sro2cu_insert
create or replace trigger dorsal_tally_fmtri_affiliations_typeid_fmtri_a_sro2cu_insert after insert on public."fmtri_affiliations" referencing new table as added for each statement execute function public.dorsal_tally_fmtri_affiliations_typeid_fmtri_a_sro2cu();

-- rule: trigger fmtri_affiliations dorsal_tally_fmtri_affiliations_typeid_fmtri_a_sro2cu_delete
create or replace trigger dorsal_tally_fmtri_affiliations_typeid_fmtri_a_sro2cu_delete after delete on public."fmtri_affiliations" referencing old table as gone for each statement execute function public.dorsal_tally_fmtri_affiliations_typeid_fmtri_a_sro2cu();

-- rule: trigger fmtri_affiliations dorsal_tally_fmtri_affiliations_typeid_fmtri_a_sro2cu_update
create or replace trigger dorsal_tally_fmtri_affiliations_typeid_fmtri_a_sro2cu_update after update on public."fmtri_affiliations" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_fmtri_affiliations_typeid_fmtri_a_sro2cu();

-- rule: trigger fmtri_affiliation_types dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."fmtri_affiliation_types" referencing new table as changed for each statement execute function public.dorsal_note_changes('typeid', 'null::bigint', 'c."eventid"');

-- rule: trigger fmtri_affiliation_types dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."fmtri_affiliation_types" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('typeid', 'null::bigint', 'c."eventid"');

-- rule: trigger fmtri_affiliation_types dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."fmtri_affiliation_types" referencing old table as was for each statement execute function public.dorsal_note_changes('typeid', 'null::bigint', 'c."eventid"');

-- rule: trigger fmtri_affiliations dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."fmtri_affiliations" referencing new table as changed for each statement execute function public.dorsal_note_changes('affiliationid', 'null::bigint', 'c."eventid"');

-- rule: trigger fmtri_affiliations dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."fmtri_affiliations" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('affiliationid', 'null::bigint', 'c."eventid"');

-- rule: trigger fmtri_affiliations dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."fmtri_affiliations" referencing old table as was for each statement execute function public.dorsal_note_changes('affiliationid', 'null::bigint', 'c."eventid"');

-- rule: function dorsal_owner_followup_links
create or replace function public.dorsal_owner_followup_links() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'followup_links', column = 'eventid', constraint = 'followup_links_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger followup_links dorsal_owner_followup_links
create or replace trigger dorsal_owner_followup_links before insert or update of "eventid", organizationid on public."followup_links" for each row execute function public.dorsal_owner_followup_links();

-- rule: trigger followup_links dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."followup_links" referencing new table as changed for each statement execute function public.dorsal_note_changes('followupid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger followup_links dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."followup_links" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('followupid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger followup_links dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."followup_links" referencing old table as was for each statement execute function public.dorsal_note_changes('followupid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger gateway_settlement_lines dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."gateway_settlement_lines" referencing new table as changed for each statement execute function public.dorsal_note_changes('gateway_settlement_lineid', 'null::bigint', 'null::bigint');

-- rule: trigger gateway_settlement_lines dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."gateway_settlement_lines" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('gateway_settlement_lineid', 'null::bigint', 'null::bigint');

-- rule: trigger gateway_settlement_lines dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."gateway_settlement_lines" referencing old table as was for each statement execute function public.dorsal_note_changes('gateway_settlement_lineid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_tally_gateway_settlement_lines_gateway__xmt79m
create or replace function public.dorsal_tally_gateway_settlement_lines_gateway__xmt79m() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."gateway_settlementid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "lines_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('open') then 1 else 0 end) as "differences_count", sum(c.sign * case when c.deleted_at is null and c."type" in ('charge') then coalesce(c."amount_cents", 0) else 0 end) as "charges_cents", sum(c.sign * case when c.deleted_at is null and c."type" in ('refund') then coalesce(c."amount_cents", 0) else 0 end) as "refunds_cents", sum(c.sign * case when c.deleted_at is null and c."type" in ('chargeback') then coalesce(c."amount_cents", 0) else 0 end) as "chargebacks_cents", sum(c.sign * case when c.deleted_at is null and c."type" in ('chargeback_reversal') then coalesce(c."amount_cents", 0) else 0 end) as "reversals_cents", sum(c.sign * case when c.deleted_at is null then coalesce(c."fee_cents", 0) else 0 end) as "fees_cents", sum(c.sign * case when c.deleted_at is null then coalesce(c."net_cents", 0) else 0 end) as "net_cents", sum(c.sign * case when c.deleted_at is null and c."status" in ('open') then coalesce(c."difference_cents", 0) else 0 end) as "differences_cents" from (select "gateway_settlementid", "deleted_at", "status", "type", "amount_cents", "fee_cents", "net_cents", "difference_cents", 1 as sign from added) c where c."gateway_settlementid" is not null group by c."gateway_settlementid"),
    d as materialized (select * from s where s."lines_count" <> 0 or s."differences_count" <> 0 or s."charges_cents" <> 0 or s."refunds_cents" <> 0 or s."chargebacks_cents" <> 0 or s."reversals_cents" <> 0 or s."fees_cents" <> 0 or s."net_cents" <> 0 or s."differences_cents" <> 0),
    l as materialized (select p."gateway_settlementid" from public."gateway_settlements" p where p."gateway_settlementid" in (select d.parent from d) order by p."gateway_settlementid" for no key update)
    update public."gateway_settlements" p set "lines_count" = p."lines_count" + d."lines_count", "differences_count" = p."differences_count" + d."differences_count", "charges_cents" = p."charges_cents" + d."charges_cents", "refunds_cents" = p."refunds_cents" + d."refunds_cents", "chargebacks_cents" = p."chargebacks_cents" + d."chargebacks_cents", "reversals_cents" = p."reversals_cents" + d."reversals_cents", "fees_cents" = p."fees_cents" + d."fees_cents", "net_cents" = p."net_cents" + d."net_cents", "differences_cents" = p."differences_cents" + d."differences_cents"
    from d join l on l."gateway_settlementid" = d.parent where p."gateway_settlementid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."gateway_settlementid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "lines_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('open') then 1 else 0 end) as "differences_count", sum(c.sign * case when c.deleted_at is null and c."type" in ('charge') then coalesce(c."amount_cents", 0) else 0 end) as "charges_cents", sum(c.sign * case when c.deleted_at is null and c."type" in ('refund') then coalesce(c."amount_cents", 0) else 0 end) as "refunds_cents", sum(c.sign * case when c.deleted_at is null and c."type" in ('chargeback') then coalesce(c."amount_cents", 0) else 0 end) as "chargebacks_cents", sum(c.sign * case when c.deleted_at is null and c."type" in ('chargeback_reversal') then coalesce(c."amount_cents", 0) else 0 end) as "reversals_cents", sum(c.sign * case when c.deleted_at is null then coalesce(c."fee_cents", 0) else 0 end) as "fees_cents", sum(c.sign * case when c.deleted_at is null then coalesce(c."net_cents", 0) else 0 end) as "net_cents", sum(c.sign * case when c.deleted_at is null and c."status" in ('open') then coalesce(c."difference_cents", 0) else 0 end) as "differences_cents" from (select "gateway_settlementid", "deleted_at", "status", "type", "amount_cents", "fee_cents", "net_cents", "difference_cents", -1 as sign from gone) c where c."gateway_settlementid" is not null group by c."gateway_settlementid"),
    d as materialized (select * from s where s."lines_count" <> 0 or s."differences_count" <> 0 or s."charges_cents" <> 0 or s."refunds_cents" <> 0 or s."chargebacks_cents" <> 0 or s."reversals_cents" <> 0 or s."fees_cents" <> 0 or s."net_cents" <> 0 or s."differences_cents" <> 0),
    l as materialized (select p."gateway_settlementid" from public."gateway_settlements" p where p."gateway_settlementid" in (select d.parent from d) order by p."gateway_settlementid" for no key update)
    update public."gateway_settlements" p set "lines_count" = p."lines_count" + d."lines_count", "differences_count" = p."differences_count" + d."differences_count", "charges_cents" = p."charges_cents" + d."charges_cents", "refunds_cents" = p."refunds_cents" + d."refunds_cents", "chargebacks_cents" = p."chargebacks_cents" + d."chargebacks_cents", "reversals_cents" = p."reversals_cents" + d."reversals_cents", "fees_cents" = p."fees_cents" + d."fees_cents", "net_cents" = p."net_cents" + d."net_cents", "differences_cents" = p."differences_cents" + d."differences_cents"
    from d join l on l."gateway_settlementid" = d.parent where p."gateway_settlementid" = d.parent;
  else
    with s as materialized (select c."gateway_settlementid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "lines_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('open') then 1 else 0 end) as "differences_count", sum(c.sign * case when c.deleted_at is null and c."type" in ('charge') then coalesce(c."amount_cents", 0) else 0 end) as "charges_cents", sum(c.sign * case when c.deleted_at is null and c."type" in ('refund') then coalesce(c."amount_cents", 0) else 0 end) as "refunds_cents", sum(c.sign * case when c.deleted_at is null and c."type" in ('chargeback') then coalesce(c."amount_cents", 0) else 0 end) as "chargebacks_cents", sum(c.sign * case when c.deleted_at is null and c."type" in ('chargeback_reversal') then coalesce(c."amount_cents", 0) else 0 end) as "reversals_cents", sum(c.sign * case when c.deleted_at is null then coalesce(c."fee_cents", 0) else 0 end) as "fees_cents", sum(c.sign * case when c.deleted_at is null then coalesce(c."net_cents", 0) else 0 end) as "net_cents", sum(c.sign * case when c.deleted_at is null and c."status" in ('open') then coalesce(c."difference_cents", 0) else 0 end) as "differences_cents" from (select "gateway_settlementid", "deleted_at", "status", "type", "amount_cents", "fee_cents", "net_cents", "difference_cents", 1 as sign from added union all select "gateway_settlementid", "deleted_at", "status", "type", "amount_cents", "fee_cents", "net_cents", "difference_cents", -1 as sign from gone) c where c."gateway_settlementid" is not null group by c."gateway_settlementid"),
    d as materialized (select * from s where s."lines_count" <> 0 or s."differences_count" <> 0 or s."charges_cents" <> 0 or s."refunds_cents" <> 0 or s."chargebacks_cents" <> 0 or s."reversals_cents" <> 0 or s."fees_cents" <> 0 or s."net_cents" <> 0 or s."differences_cents" <> 0),
    l as materialized (select p."gateway_settlementid" from public."gateway_settlements" p where p."gateway_settlementid" in (select d.parent from d) order by p."gateway_settlementid" for no key update)
    update public."gateway_settlements" p set "lines_count" = p."lines_count" + d."lines_count", "differences_count" = p."differences_count" + d."differences_count", "charges_cents" = p."charges_cents" + d."charges_cents", "refunds_cents" = p."refunds_cents" + d."refunds_cents", "chargebacks_cents" = p."chargebacks_cents" + d."chargebacks_cents", "reversals_cents" = p."reversals_cents" + d."reversals_cents", "fees_cents" = p."fees_cents" + d."fees_cents", "net_cents" = p."net_cents" + d."net_cents", "differences_cents" = p."differences_cents" + d."differences_cents"
    from d join l on l."gateway_settlementid" = d.parent where p."gateway_settlementid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger gateway_settlement_lines dorsal_tally_gateway_settlement_lines_gateway__xmt79m_insert
create or replace trigger dorsal_tally_gateway_settlement_lines_gateway__xmt79m_insert after insert on public."gateway_settlement_lines" referencing new table as added for each statement execute function public.dorsal_tally_gateway_settlement_lines_gateway__xmt79m();

-- rule: trigger gateway_settlement_lines dorsal_tally_gateway_settlement_lines_gateway__xmt79m_delete
create or replace trigger dorsal_tally_gateway_settlement_lines_gateway__xmt79m_delete after delete on public."gateway_settlement_lines" referencing old table as gone for each statement execute function public.dorsal_tally_gateway_settlement_lines_gateway__xmt79m();

-- rule: trigger gateway_settlement_lines dorsal_tally_gateway_settlement_lines_gateway__xmt79m_update
create or replace trigger dorsal_tally_gateway_settlement_lines_gateway__xmt79m_update after update on public."gateway_settlement_lines" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_gateway_settlement_lines_gateway__xmt79m();

-- rule: trigger gateway_settlements dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."gateway_settlements" referencing new table as changed for each statement execute function public.dorsal_note_changes('gateway_settlementid', 'null::bigint', 'null::bigint');

-- rule: trigger gateway_settlements dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."gateway_settlements" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('gateway_settlementid', 'null::bigint', 'null::bigint');

-- rule: trigger gateway_settlements dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."gateway_settlements" referencing old table as was for each statement execute function public.dorsal_note_changes('gateway_settlementid', 'null::bigint', 'null::bigint');

-- rule: trigger import_jobs dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."import_jobs" referencing new table as changed for each statement execute function public.dorsal_note_changes('import_jobid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger import_jobs dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."import_jobs" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('import_jobid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger import_jobs dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."import_jobs" referencing old table as was for each statement execute function public.dorsal_note_changes('import_jobid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_import_rows
create or replace function public.dorsal_owner_import_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid, p."eventid" into new.organizationid, new."eventid" from public."import_jobs" p where p."import_jobid" = new."import_jobid";
  if not found and new."import_jobid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'import_rows', column = 'import_jobid', constraint = 'import_rows_import_jobid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger import_rows dorsal_owner_import_rows
create or replace trigger dorsal_owner_import_rows before insert or update of "import_jobid", organizationid, "eventid" on public."import_rows" for each row execute function public.dorsal_owner_import_rows();

-- rule: trigger import_templates dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."import_templates" referencing new table as changed for each statement execute function public.dorsal_note_changes('import_templateid', 'c."organizationid"', 'null::bigint');

-- rule: trigger import_templates dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."import_templates" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('import_templateid', 'c."organizationid"', 'null::bigint');

-- rule: trigger import_templates dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."import_templates" referencing old table as was for each statement execute function public.dorsal_note_changes('import_templateid', 'c."organizationid"', 'null::bigint');

-- rule: trigger inbody_measurements dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."inbody_measurements" referencing new table as changed for each statement execute function public.dorsal_note_changes('inbodyid', 'null::bigint', 'c."eventid"');

-- rule: trigger inbody_measurements dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."inbody_measurements" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('inbodyid', 'null::bigint', 'c."eventid"');

-- rule: trigger inbody_measurements dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."inbody_measurements" referencing old table as was for each statement execute function public.dorsal_note_changes('inbodyid', 'null::bigint', 'c."eventid"');

-- rule: function dorsal_owner_innovasport_pickups
create or replace function public.dorsal_owner_innovasport_pickups() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'innovasport_pickups', column = 'eventid', constraint = 'innovasport_pickups_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger innovasport_pickups dorsal_owner_innovasport_pickups
create or replace trigger dorsal_owner_innovasport_pickups before insert or update of "eventid", organizationid on public."innovasport_pickups" for each row execute function public.dorsal_owner_innovasport_pickups();

-- rule: trigger innovasport_pickups dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."innovasport_pickups" referencing new table as changed for each statement execute function public.dorsal_note_changes('pickupid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger innovasport_pickups dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."innovasport_pickups" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('pickupid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger innovasport_pickups dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."innovasport_pickups" referencing old table as was for each statement execute function public.dorsal_note_changes('pickupid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_inscription_documents
create or replace function public.dorsal_owner_inscription_documents() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."inscriptions" p where p."inscriptionid" = new."inscriptionid";
  if not found and new."inscriptionid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'inscription_documents', column = 'inscriptionid', constraint = 'inscription_documents_inscriptionid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger inscription_documents dorsal_owner_inscription_documents
create or replace trigger dorsal_owner_inscription_documents before insert or update of "inscriptionid", organizationid on public."inscription_documents" for each row execute function public.dorsal_owner_inscription_documents();

-- rule: trigger inscription_documents dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."inscription_documents" referencing new table as changed for each statement execute function public.dorsal_note_changes('documentid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger inscription_documents dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."inscription_documents" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('documentid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger inscription_documents dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."inscription_documents" referencing old table as was for each statement execute function public.dorsal_note_changes('documentid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_inscription_letters
create or replace function public.dorsal_owner_inscription_letters() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."inscriptions" p where p."inscriptionid" = new."inscriptionid";
  if not found and new."inscriptionid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'inscription_letters', column = 'inscriptionid', constraint = 'inscription_letters_inscriptionid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger inscription_letters dorsal_owner_inscription_letters
create or replace trigger dorsal_owner_inscription_letters before insert or update of "inscriptionid", organizationid on public."inscription_letters" for each row execute function public.dorsal_owner_inscription_letters();

-- rule: trigger inscription_letters dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."inscription_letters" referencing new table as changed for each statement execute function public.dorsal_note_changes('letterid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger inscription_letters dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."inscription_letters" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('letterid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger inscription_letters dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."inscription_letters" referencing old table as was for each statement execute function public.dorsal_note_changes('letterid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_inscription_log
create or replace function public.dorsal_owner_inscription_log() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."inscriptions" p where p."inscriptionid" = new."inscriptionid";
  if not found and new."inscriptionid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'inscription_log', column = 'inscriptionid', constraint = 'inscription_log_inscriptionid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger inscription_log dorsal_owner_inscription_log
create or replace trigger dorsal_owner_inscription_log before insert or update of "inscriptionid", organizationid on public."inscription_log" for each row execute function public.dorsal_owner_inscription_log();

-- rule: trigger inscription_log dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."inscription_log" referencing new table as changed for each statement execute function public.dorsal_note_changes('logid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger inscription_log dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."inscription_log" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('logid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger inscription_log dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."inscription_log" referencing old table as was for each statement execute function public.dorsal_note_changes('logid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_inscriptions
create or replace function public.dorsal_owner_inscriptions() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'inscriptions', column = 'eventid', constraint = 'inscriptions_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger inscriptions dorsal_owner_inscriptions
create or replace trigger dorsal_owner_inscriptions before insert or update of "eventid", organizationid on public."inscriptions" for each row execute function public.dorsal_owner_inscriptions();

-- rule: trigger inscriptions dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."inscriptions" referencing new table as changed for each statement execute function public.dorsal_note_changes('inscriptionid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger inscriptions dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."inscriptions" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('inscriptionid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger inscriptions dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."inscriptions" referencing old table as was for each statement execute function public.dorsal_note_changes('inscriptionid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_webhooks_inscriptions_insert
create or replace function public.dorsal_webhooks_inscriptions_insert() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.webhooks w where w.status = 'on' and w.deleted_at is null) then
    insert into public.webhook_deliveries (webhookid, message_ref, event, subject, subject_key, status, next_at)
    select w.webhookid, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.event, 'inscriptions', n.inscriptionid, 'waiting', now()
      from added n cross join lateral (values ('registration.created', true), ('registration.updated', false), ('registration.paid', n.status in ('paid', 'assign_number', 'no_assign_number')), ('registration.cancelled', n.status in ('cancelled', 'wallet_refund'))) e(event, applies)
      join public.webhooks w on w.status = 'on' and w.deleted_at is null and e.event = any(w.events) and w.organizationid = n.organizationid
     where e.applies order by n.inscriptionid;
  end if;
  return null;
end
$$;

-- rule: trigger inscriptions dorsal_webhooks_inscriptions_insert
create or replace trigger dorsal_webhooks_inscriptions_insert after insert on public."inscriptions" referencing new table as added for each statement execute function public.dorsal_webhooks_inscriptions_insert();

-- rule: function dorsal_webhooks_inscriptions_update
create or replace function public.dorsal_webhooks_inscriptions_update() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.webhooks w where w.status = 'on' and w.deleted_at is null) then
    insert into public.webhook_deliveries (webhookid, message_ref, event, subject, subject_key, status, next_at)
    select w.webhookid, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.event, 'inscriptions', n.inscriptionid, 'waiting', now()
      from added n join gone o on o.inscriptionid = n.inscriptionid cross join lateral (values ('registration.created', false), ('registration.updated', (to_jsonb(n) - array['updated', 'updated_by', 'version']) <> (to_jsonb(o) - array['updated', 'updated_by', 'version'])), ('registration.paid', n.status in ('paid', 'assign_number', 'no_assign_number') and o.status not in ('paid', 'assign_number', 'no_assign_number')), ('registration.cancelled', n.status in ('cancelled', 'wallet_refund') and o.status not in ('cancelled', 'wallet_refund'))) e(event, applies)
      join public.webhooks w on w.status = 'on' and w.deleted_at is null and e.event = any(w.events) and w.organizationid = n.organizationid
     where e.applies order by n.inscriptionid;
  end if;
  return null;
end
$$;

-- rule: trigger inscriptions dorsal_webhooks_inscriptions_update
create or replace trigger dorsal_webhooks_inscriptions_update after update on public."inscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_webhooks_inscriptions_update();

-- rule: function dorsal_owner_kit_deliveries
create or replace function public.dorsal_owner_kit_deliveries() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'kit_deliveries', column = 'eventid', constraint = 'kit_deliveries_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger kit_deliveries dorsal_owner_kit_deliveries
create or replace trigger dorsal_owner_kit_deliveries before insert or update of "eventid", organizationid on public."kit_deliveries" for each row execute function public.dorsal_owner_kit_deliveries();

-- rule: trigger kit_deliveries dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."kit_deliveries" referencing new table as changed for each statement execute function public.dorsal_note_changes('kit_deliveryid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger kit_deliveries dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."kit_deliveries" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('kit_deliveryid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger kit_deliveries dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."kit_deliveries" referencing old table as was for each statement execute function public.dorsal_note_changes('kit_deliveryid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_webhooks_kit_deliveries_insert
create or replace function public.dorsal_webhooks_kit_deliveries_insert() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.webhooks w where w.status = 'on' and w.deleted_at is null) then
    insert into public.webhook_deliveries (webhookid, message_ref, event, subject, subject_key, status, next_at)
    select w.webhookid, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.event, 'kit_deliveries', n.kit_deliveryid, 'waiting', now()
      from added n cross join lateral (values ('delivery.made', n.status in ('delivered', 'partial')), ('delivery.voided', n.status in ('voided', 'returned'))) e(event, applies)
      join public.webhooks w on w.status = 'on' and w.deleted_at is null and e.event = any(w.events) and w.organizationid = n.organizationid
     where e.applies order by n.kit_deliveryid;
  end if;
  return null;
end
$$;

-- rule: trigger kit_deliveries dorsal_webhooks_kit_deliveries_insert
create or replace trigger dorsal_webhooks_kit_deliveries_insert after insert on public."kit_deliveries" referencing new table as added for each statement execute function public.dorsal_webhooks_kit_deliveries_insert();

-- rule: function dorsal_webhooks_kit_deliveries_update
create or replace function public.dorsal_webhooks_kit_deliveries_update() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.webhooks w where w.status = 'on' and w.deleted_at is null) then
    insert into public.webhook_deliveries (webhookid, message_ref, event, subject, subject_key, status, next_at)
    select w.webhookid, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.event, 'kit_deliveries', n.kit_deliveryid, 'waiting', now()
      from added n join gone o on o.kit_deliveryid = n.kit_deliveryid cross join lateral (values ('delivery.made', n.status in ('delivered', 'partial') and o.status not in ('delivered', 'partial')), ('delivery.voided', n.status in ('voided', 'returned') and o.status not in ('voided', 'returned'))) e(event, applies)
      join public.webhooks w on w.status = 'on' and w.deleted_at is null and e.event = any(w.events) and w.organizationid = n.organizationid
     where e.applies order by n.kit_deliveryid;
  end if;
  return null;
end
$$;

-- rule: trigger kit_deliveries dorsal_webhooks_kit_deliveries_update
create or replace trigger dorsal_webhooks_kit_deliveries_update after update on public."kit_deliveries" referencing new table as added old table as gone for each statement execute function public.dorsal_webhooks_kit_deliveries_update();

-- rule: function dorsal_owner_kit_items
create or replace function public.dorsal_owner_kit_items() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."kits" p where p."kitid" = new."kitid";
  if not found and new."kitid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'kit_items', column = 'kitid', constraint = 'kit_items_kitid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger kit_items dorsal_owner_kit_items
create or replace trigger dorsal_owner_kit_items before insert or update of "kitid", organizationid on public."kit_items" for each row execute function public.dorsal_owner_kit_items();

-- rule: trigger kit_items dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."kit_items" referencing new table as changed for each statement execute function public.dorsal_note_changes('kit_itemid', 'c."organizationid"', 'null::bigint');

-- rule: trigger kit_items dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."kit_items" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('kit_itemid', 'c."organizationid"', 'null::bigint');

-- rule: trigger kit_items dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."kit_items" referencing old table as was for each statement execute function public.dorsal_note_changes('kit_itemid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_owner_kits
create or replace function public.dorsal_owner_kits() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'kits', column = 'eventid', constraint = 'kits_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger kits dorsal_owner_kits
create or replace trigger dorsal_owner_kits before insert or update of "eventid", organizationid on public."kits" for each row execute function public.dorsal_owner_kits();

-- rule: function dorsal_tally_kit_items_kitid_kits
create or replace function public.dorsal_tally_kit_items_kitid_kits() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."kitid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "items_count" from (select "kitid", "deleted_at", 1 as sign from added) c where c."kitid" is not null group by c."kitid"),
    d as materialized (select * from s where s."items_count" <> 0),
    l as materialized (select p."kitid" from public."kits" p where p."kitid" in (select d.parent from d) order by p."kitid" for no key update)
    update public."kits" p set "items_count" = p."items_count" + d."items_count"
    from d join l on l."kitid" = d.parent where p."kitid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."kitid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "items_count" from (select "kitid", "deleted_at", -1 as sign from gone) c where c."kitid" is not null group by c."kitid"),
    d as materialized (select * from s where s."items_count" <> 0),
    l as materialized (select p."kitid" from public."kits" p where p."kitid" in (select d.parent from d) order by p."kitid" for no key update)
    update public."kits" p set "items_count" = p."items_count" + d."items_count"
    from d join l on l."kitid" = d.parent where p."kitid" = d.parent;
  else
    with s as materialized (select c."kitid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "items_count" from (select "kitid", "deleted_at", 1 as sign from added union all select "kitid", "deleted_at", -1 as sign from gone) c where c."kitid" is not null group by c."kitid"),
    d as materialized (select * from s where s."items_count" <> 0),
    l as materialized (select p."kitid" from public."kits" p where p."kitid" in (select d.parent from d) order by p."kitid" for no key update)
    update public."kits" p set "items_count" = p."items_count" + d."items_count"
    from d join l on l."kitid" = d.parent where p."kitid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger kit_items dorsal_tally_kit_items_kitid_kits_insert
create or replace trigger dorsal_tally_kit_items_kitid_kits_insert after insert on public."kit_items" referencing new table as added for each statement execute function public.dorsal_tally_kit_items_kitid_kits();

-- rule: trigger kit_items dorsal_tally_kit_items_kitid_kits_delete
create or replace trigger dorsal_tally_kit_items_kitid_kits_delete after delete on public."kit_items" referencing old table as gone for each statement execute function public.dorsal_tally_kit_items_kitid_kits();

-- rule: trigger kit_items dorsal_tally_kit_items_kitid_kits_update
create or replace trigger dorsal_tally_kit_items_kitid_kits_update after update on public."kit_items" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_kit_items_kitid_kits();

-- rule: function dorsal_linked_kits_distanceids
create or replace function public.dorsal_linked_kits_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."distances" p where p."distanceid" = any(new."distanceids") order by p."distanceid" for key share;
  if exists (select 1 from unnest(new."distanceids") u(id) where not exists (select 1 from public."distances" p where p."distanceid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'kits', column = 'distanceids', constraint = 'kits_distanceids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger kits dorsal_linked_kits_distanceids
create or replace trigger dorsal_linked_kits_distanceids before insert or update of "distanceids" on public."kits" for each row when (new."distanceids" is not null) execute function public.dorsal_linked_kits_distanceids();

-- rule: function dorsal_kept_kits_distanceids
create or replace function public.dorsal_kept_kits_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."kits" o where o."distanceids" @> array[old."distanceid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'kits', column = 'distanceids', constraint = 'kits_distanceids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_kept_kits_distanceids
create or replace trigger dorsal_kept_kits_distanceids after delete or update of "distanceid" on public."distances" for each row execute function public.dorsal_kept_kits_distanceids();

-- rule: trigger kits dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."kits" referencing new table as changed for each statement execute function public.dorsal_note_changes('kitid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger kits dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."kits" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('kitid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger kits dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."kits" referencing old table as was for each statement execute function public.dorsal_note_changes('kitid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_letter_steps
create or replace function public.dorsal_owner_letter_steps() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'letter_steps', column = 'eventid', constraint = 'letter_steps_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger letter_steps dorsal_owner_letter_steps
create or replace trigger dorsal_owner_letter_steps before insert or update of "eventid", organizationid on public."letter_steps" for each row execute function public.dorsal_owner_letter_steps();

-- rule: function dorsal_tally_inscription_letters_letter_stepid_letter_steps
create or replace function public.dorsal_tally_inscription_letters_letter_stepid_letter_steps() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."letter_stepid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "letters_count" from (select "letter_stepid", "deleted_at", 1 as sign from added) c where c."letter_stepid" is not null group by c."letter_stepid"),
    d as materialized (select * from s where s."letters_count" <> 0),
    l as materialized (select p."letter_stepid" from public."letter_steps" p where p."letter_stepid" in (select d.parent from d) order by p."letter_stepid" for no key update)
    update public."letter_steps" p set "letters_count" = p."letters_count" + d."letters_count"
    from d join l on l."letter_stepid" = d.parent where p."letter_stepid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."letter_stepid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "letters_count" from (select "letter_stepid", "deleted_at", -1 as sign from gone) c where c."letter_stepid" is not null group by c."letter_stepid"),
    d as materialized (select * from s where s."letters_count" <> 0),
    l as materialized (select p."letter_stepid" from public."letter_steps" p where p."letter_stepid" in (select d.parent from d) order by p."letter_stepid" for no key update)
    update public."letter_steps" p set "letters_count" = p."letters_count" + d."letters_count"
    from d join l on l."letter_stepid" = d.parent where p."letter_stepid" = d.parent;
  else
    with s as materialized (select c."letter_stepid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "letters_count" from (select "letter_stepid", "deleted_at", 1 as sign from added union all select "letter_stepid", "deleted_at", -1 as sign from gone) c where c."letter_stepid" is not null group by c."letter_stepid"),
    d as materialized (select * from s where s."letters_count" <> 0),
    l as materialized (select p."letter_stepid" from public."letter_steps" p where p."letter_stepid" in (select d.parent from d) order by p."letter_stepid" for no key update)
    update public."letter_steps" p set "letters_count" = p."letters_count" + d."letters_count"
    from d join l on l."letter_stepid" = d.parent where p."letter_stepid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger inscription_letters dorsal_tally_inscription_letters_letter_stepid_letter_steps_ins
create or replace trigger dorsal_tally_inscription_letters_letter_stepid_letter_steps_ins after insert on public."inscription_letters" referencing new table as added for each statement execute function public.dorsal_tally_inscription_letters_letter_stepid_letter_steps();

-- rule: trigger inscription_letters dorsal_tally_inscription_letters_letter_stepid_letter_steps_del
create or replace trigger dorsal_tally_inscription_letters_letter_stepid_letter_steps_del after delete on public."inscription_letters" referencing old table as gone for each statement execute function public.dorsal_tally_inscription_letters_letter_stepid_letter_steps();

-- rule: trigger inscription_letters dorsal_tally_inscription_letters_letter_stepid_letter_steps_upd
create or replace trigger dorsal_tally_inscription_letters_letter_stepid_letter_steps_upd after update on public."inscription_letters" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscription_letters_letter_stepid_letter_steps();

-- rule: trigger letter_steps dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."letter_steps" referencing new table as changed for each statement execute function public.dorsal_note_changes('letter_stepid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger letter_steps dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."letter_steps" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('letter_stepid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger letter_steps dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."letter_steps" referencing old table as was for each statement execute function public.dorsal_note_changes('letter_stepid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger letter_templates dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."letter_templates" referencing new table as changed for each statement execute function public.dorsal_note_changes('letter_templateid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger letter_templates dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."letter_templates" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('letter_templateid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger letter_templates dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."letter_templates" referencing old table as was for each statement execute function public.dorsal_note_changes('letter_templateid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger mail_blocks dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."mail_blocks" referencing new table as changed for each statement execute function public.dorsal_note_changes('mail_blockid', 'c."organizationid"', 'null::bigint');

-- rule: trigger mail_blocks dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."mail_blocks" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('mail_blockid', 'c."organizationid"', 'null::bigint');

-- rule: trigger mail_blocks dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."mail_blocks" referencing old table as was for each statement execute function public.dorsal_note_changes('mail_blockid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_owner_mailings
create or replace function public.dorsal_owner_mailings() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'mailings', column = 'eventid', constraint = 'mailings_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger mailings dorsal_owner_mailings
create or replace trigger dorsal_owner_mailings before insert or update of "eventid", organizationid on public."mailings" for each row execute function public.dorsal_owner_mailings();

-- rule: function dorsal_tally_inscription_letters_mailingid_mailings
create or replace function public.dorsal_tally_inscription_letters_mailingid_mailings() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."mailingid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "letters_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('queued', 'sending') then 1 else 0 end) as "waiting_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('sent') then 1 else 0 end) as "sent_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('failed', 'unknown') then 1 else 0 end) as "failed_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('bounced') then 1 else 0 end) as "bounced_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('withdrawn') then 1 else 0 end) as "withdrawn_count" from (select "mailingid", "deleted_at", "status", 1 as sign from added) c where c."mailingid" is not null group by c."mailingid"),
    d as materialized (select * from s where s."letters_count" <> 0 or s."waiting_count" <> 0 or s."sent_count" <> 0 or s."failed_count" <> 0 or s."bounced_count" <> 0 or s."withdrawn_count" <> 0),
    l as materialized (select p."mailingid" from public."mailings" p where p."mailingid" in (select d.parent from d) order by p."mailingid" for no key update)
    update public."mailings" p set "letters_count" = p."letters_count" + d."letters_count", "waiting_count" = p."waiting_count" + d."waiting_count", "sent_count" = p."sent_count" + d."sent_count", "failed_count" = p."failed_count" + d."failed_count", "bounced_count" = p."bounced_count" + d."bounced_count", "withdrawn_count" = p."withdrawn_count" + d."withdrawn_count"
    from d join l on l."mailingid" = d.parent where p."mailingid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."mailingid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "letters_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('queued', 'sending') then 1 else 0 end) as "waiting_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('sent') then 1 else 0 end) as "sent_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('failed', 'unknown') then 1 else 0 end) as "failed_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('bounced') then 1 else 0 end) as "bounced_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('withdrawn') then 1 else 0 end) as "withdrawn_count" from (select "mailingid", "deleted_at", "status", -1 as sign from gone) c where c."mailingid" is not null group by c."mailingid"),
    d as materialized (select * from s where s."letters_count" <> 0 or s."waiting_count" <> 0 or s."sent_count" <> 0 or s."failed_count" <> 0 or s."bounced_count" <> 0 or s."withdrawn_count" <> 0),
    l as materialized (select p."mailingid" from public."mailings" p where p."mailingid" in (select d.parent from d) order by p."mailingid" for no key update)
    update public."mailings" p set "letters_count" = p."letters_count" + d."letters_count", "waiting_count" = p."waiting_count" + d."waiting_count", "sent_count" = p."sent_count" + d."sent_count", "failed_count" = p."failed_count" + d."failed_count", "bounced_count" = p."bounced_count" + d."bounced_count", "withdrawn_count" = p."withdrawn_count" + d."withdrawn_count"
    from d join l on l."mailingid" = d.parent where p."mailingid" = d.parent;
  else
    with s as materialized (select c."mailingid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "letters_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('queued', 'sending') then 1 else 0 end) as "waiting_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('sent') then 1 else 0 end) as "sent_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('failed', 'unknown') then 1 else 0 end) as "failed_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('bounced') then 1 else 0 end) as "bounced_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('withdrawn') then 1 else 0 end) as "withdrawn_count" from (select "mailingid", "deleted_at", "status", 1 as sign from added union all select "mailingid", "deleted_at", "status", -1 as sign from gone) c where c."mailingid" is not null group by c."mailingid"),
    d as materialized (select * from s where s."letters_count" <> 0 or s."waiting_count" <> 0 or s."sent_count" <> 0 or s."failed_count" <> 0 or s."bounced_count" <> 0 or s."withdrawn_count" <> 0),
    l as materialized (select p."mailingid" from public."mailings" p where p."mailingid" in (select d.parent from d) order by p."mailingid" for no key update)
    update public."mailings" p set "letters_count" = p."letters_count" + d."letters_count", "waiting_count" = p."waiting_count" + d."waiting_count", "sent_count" = p."sent_count" + d."sent_count", "failed_count" = p."failed_count" + d."failed_count", "bounced_count" = p."bounced_count" + d."bounced_count", "withdrawn_count" = p."withdrawn_count" + d."withdrawn_count"
    from d join l on l."mailingid" = d.parent where p."mailingid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger inscription_letters dorsal_tally_inscription_letters_mailingid_mailings_insert
create or replace trigger dorsal_tally_inscription_letters_mailingid_mailings_insert after insert on public."inscription_letters" referencing new table as added for each statement execute function public.dorsal_tally_inscription_letters_mailingid_mailings();

-- rule: trigger inscription_letters dorsal_tally_inscription_letters_mailingid_mailings_delete
create or replace trigger dorsal_tally_inscription_letters_mailingid_mailings_delete after delete on public."inscription_letters" referencing old table as gone for each statement execute function public.dorsal_tally_inscription_letters_mailingid_mailings();

-- rule: trigger inscription_letters dorsal_tally_inscription_letters_mailingid_mailings_update
create or replace trigger dorsal_tally_inscription_letters_mailingid_mailings_update after update on public."inscription_letters" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscription_letters_mailingid_mailings();

-- rule: trigger mailings dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."mailings" referencing new table as changed for each statement execute function public.dorsal_note_changes('mailingid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger mailings dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."mailings" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('mailingid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger mailings dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."mailings" referencing old table as was for each statement execute function public.dorsal_note_changes('mailingid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_membership_events
create or replace function public.dorsal_owner_membership_events() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."memberships" p where p."membershipid" = new."membershipid";
  if not found and new."membershipid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'membership_events', column = 'membershipid', constraint = 'membership_events_membershipid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger membership_events dorsal_owner_membership_events
create or replace trigger dorsal_owner_membership_events before insert or update of "membershipid", organizationid on public."membership_events" for each row execute function public.dorsal_owner_membership_events();

-- rule: trigger membership_events dorsal_stamp
create or replace trigger dorsal_stamp after insert or delete or update on public."membership_events" for each statement execute function public.dorsal_bump_access();

-- rule: trigger membership_events dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."membership_events" referencing new table as changed for each statement execute function public.dorsal_note_changes('membership_eventid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger membership_events dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."membership_events" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('membership_eventid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger membership_events dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."membership_events" referencing old table as was for each statement execute function public.dorsal_note_changes('membership_eventid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_membership_roles
create or replace function public.dorsal_owner_membership_roles() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."memberships" p where p."membershipid" = new."membershipid";
  if not found and new."membershipid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'membership_roles', column = 'membershipid', constraint = 'membership_roles_membershipid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger membership_roles dorsal_owner_membership_roles
create or replace trigger dorsal_owner_membership_roles before insert or update of "membershipid", organizationid on public."membership_roles" for each row execute function public.dorsal_owner_membership_roles();

-- rule: trigger membership_roles dorsal_stamp
create or replace trigger dorsal_stamp after insert or delete or update on public."membership_roles" for each statement execute function public.dorsal_bump_access();

-- rule: trigger membership_roles dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."membership_roles" referencing new table as changed for each statement execute function public.dorsal_note_changes('membership_roleid', 'c."organizationid"', 'null::bigint');

-- rule: trigger membership_roles dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."membership_roles" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('membership_roleid', 'c."organizationid"', 'null::bigint');

-- rule: trigger membership_roles dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."membership_roles" referencing old table as was for each statement execute function public.dorsal_note_changes('membership_roleid', 'c."organizationid"', 'null::bigint');

-- rule: trigger memberships dorsal_stamp
create or replace trigger dorsal_stamp after insert or delete or update on public."memberships" for each statement execute function public.dorsal_bump_access();

-- rule: trigger memberships dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."memberships" referencing new table as changed for each statement execute function public.dorsal_note_changes('membershipid', 'c."organizationid"', 'null::bigint');

-- rule: trigger memberships dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."memberships" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('membershipid', 'c."organizationid"', 'null::bigint');

-- rule: trigger memberships dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."memberships" referencing old table as was for each statement execute function public.dorsal_note_changes('membershipid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_tally_notification_deliveries_notificat_9t3tre
create or replace function public.dorsal_tally_notification_deliveries_notificat_9t3tre() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."notificationid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('sent', 'delivered', 'opened') and c."is_test" in (false) then 1 else 0 end) as "sent_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('delivered', 'opened') and c."is_test" in (false) then 1 else 0 end) as "delivered_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('opened') and c."is_test" in (false) then 1 else 0 end) as "opened_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('failed') and c."is_test" in (false) then 1 else 0 end) as "failed_count" from (select "notificationid", "deleted_at", "status", "is_test", 1 as sign from added) c where c."notificationid" is not null group by c."notificationid"),
    d as materialized (select * from s where s."sent_count" <> 0 or s."delivered_count" <> 0 or s."opened_count" <> 0 or s."failed_count" <> 0),
    l as materialized (select p."notificationid" from public."notifications" p where p."notificationid" in (select d.parent from d) order by p."notificationid" for no key update)
    update public."notifications" p set "sent_count" = p."sent_count" + d."sent_count", "delivered_count" = p."delivered_count" + d."delivered_count", "opened_count" = p."opened_count" + d."opened_count", "failed_count" = p."failed_count" + d."failed_count"
    from d join l on l."notificationid" = d.parent where p."notificationid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."notificationid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('sent', 'delivered', 'opened') and c."is_test" in (false) then 1 else 0 end) as "sent_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('delivered', 'opened') and c."is_test" in (false) then 1 else 0 end) as "delivered_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('opened') and c."is_test" in (false) then 1 else 0 end) as "opened_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('failed') and c."is_test" in (false) then 1 else 0 end) as "failed_count" from (select "notificationid", "deleted_at", "status", "is_test", -1 as sign from gone) c where c."notificationid" is not null group by c."notificationid"),
    d as materialized (select * from s where s."sent_count" <> 0 or s."delivered_count" <> 0 or s."opened_count" <> 0 or s."failed_count" <> 0),
    l as materialized (select p."notificationid" from public."notifications" p where p."notificationid" in (select d.parent from d) order by p."notificationid" for no key update)
    update public."notifications" p set "sent_count" = p."sent_count" + d."sent_count", "delivered_count" = p."delivered_count" + d."delivered_count", "opened_count" = p."opened_count" + d."opened_count", "failed_count" = p."failed_count" + d."failed_count"
    from d join l on l."notificationid" = d.parent where p."notificationid" = d.parent;
  else
    with s as materialized (select c."notificationid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('sent', 'delivered', 'opened') and c."is_test" in (false) then 1 else 0 end) as "sent_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('delivered', 'opened') and c."is_test" in (false) then 1 else 0 end) as "delivered_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('opened') and c."is_test" in (false) then 1 else 0 end) as "opened_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('failed') and c."is_test" in (false) then 1 else 0 end) as "failed_count" from (select "notificationid", "deleted_at", "status", "is_test", 1 as sign from added union all select "notificationid", "deleted_at", "status", "is_test", -1 as sign from gone) c where c."notificationid" is not null group by c."notificationid"),
    d as materialized (select * from s where s."sent_count" <> 0 or s."delivered_count" <> 0 or s."opened_count" <> 0 or s."failed_count" <> 0),
    l as materialized (select p."notificationid" from public."notifications" p where p."notificationid" in (select d.parent from d) order by p."notificationid" for no key update)
    update public."notifications" p set "sent_count" = p."sent_count" + d."sent_count", "delivered_count" = p."delivered_count" + d."delivered_count", "opened_count" = p."opened_count" + d."opened_count", "failed_count" = p."failed_count" + d."failed_count"
    from d join l on l."notificationid" = d.parent where p."notificationid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger notification_deliveries dorsal_tally_notification_deliveries_notificat_9t3tre_insert
create or replace trigger dorsal_tally_notification_deliveries_notificat_9t3tre_insert after insert on public."notification_deliveries" referencing new table as added for each statement execute function public.dorsal_tally_notification_deliveries_notificat_9t3tre();

-- rule: trigger notification_deliveries dorsal_tally_notification_deliveries_notificat_9t3tre_delete
create or replace trigger dorsal_tally_notification_deliveries_notificat_9t3tre_delete after delete on public."notification_deliveries" referencing old table as gone for each statement execute function public.dorsal_tally_notification_deliveries_notificat_9t3tre();

-- rule: trigger notification_deliveries dorsal_tally_notification_deliveries_notificat_9t3tre_update
create or replace trigger dorsal_tally_notification_deliveries_notificat_9t3tre_update after update on public."notification_deliveries" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_notification_deliveries_notificat_9t3tre();

-- rule: function dorsal_linked_notifications_eventids
create or replace function public.dorsal_linked_notifications_eventids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."events" p where p."eventid" = any(new."eventids") order by p."eventid" for key share;
  if exists (select 1 from unnest(new."eventids") u(id) where not exists (select 1 from public."events" p where p."eventid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'notifications', column = 'eventids', constraint = 'notifications_eventids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger notifications dorsal_linked_notifications_eventids
create or replace trigger dorsal_linked_notifications_eventids before insert or update of "eventids" on public."notifications" for each row when (new."eventids" is not null) execute function public.dorsal_linked_notifications_eventids();

-- rule: function dorsal_kept_notifications_eventids
create or replace function public.dorsal_kept_notifications_eventids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."notifications" o where o."eventids" @> array[old."eventid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'notifications', column = 'eventids', constraint = 'notifications_eventids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger events dorsal_kept_notifications_eventids
create or replace trigger dorsal_kept_notifications_eventids after delete or update of "eventid" on public."events" for each row execute function public.dorsal_kept_notifications_eventids();

-- rule: function dorsal_linked_notifications_distanceids
create or replace function public.dorsal_linked_notifications_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."distances" p where p."distanceid" = any(new."distanceids") order by p."distanceid" for key share;
  if exists (select 1 from unnest(new."distanceids") u(id) where not exists (select 1 from public."distances" p where p."distanceid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'notifications', column = 'distanceids', constraint = 'notifications_distanceids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger notifications dorsal_linked_notifications_distanceids
create or replace trigger dorsal_linked_notifications_distanceids before insert or update of "distanceids" on public."notifications" for each row when (new."distanceids" is not null) execute function public.dorsal_linked_notifications_distanceids();

-- rule: function dorsal_kept_notifications_distanceids
create or replace function public.dorsal_kept_notifications_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."notifications" o where o."distanceids" @> array[old."distanceid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'notifications', column = 'distanceids', constraint = 'notifications_distanceids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_kept_notifications_distanceids
create or replace trigger dorsal_kept_notifications_distanceids after delete or update of "distanceid" on public."distances" for each row execute function public.dorsal_kept_notifications_distanceids();

-- rule: trigger notifications dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."notifications" referencing new table as changed for each statement execute function public.dorsal_note_changes('notificationid', 'null::bigint', 'null::bigint');

-- rule: trigger notifications dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."notifications" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('notificationid', 'null::bigint', 'null::bigint');

-- rule: trigger notifications dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."notifications" referencing old table as was for each statement execute function public.dorsal_note_changes('notificationid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_owner_orders
create or replace function public.dorsal_owner_orders() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'orders', column = 'eventid', constraint = 'orders_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger orders dorsal_owner_orders
create or replace trigger dorsal_owner_orders before insert or update of "eventid", organizationid on public."orders" for each row execute function public.dorsal_owner_orders();

-- rule: function dorsal_tally_inscriptions_orderid_orders
create or replace function public.dorsal_tally_inscriptions_orderid_orders() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."orderid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "inscriptions_count", sum(c.sign * case when c.deleted_at is null then coalesce(c."total_cents", 0) else 0 end) as "total_cents" from (select "orderid", "deleted_at", "total_cents", 1 as sign from added) c where c."orderid" is not null group by c."orderid"),
    d as materialized (select * from s where s."inscriptions_count" <> 0 or s."total_cents" <> 0),
    l as materialized (select p."orderid" from public."orders" p where p."orderid" in (select d.parent from d) order by p."orderid" for no key update)
    update public."orders" p set "inscriptions_count" = p."inscriptions_count" + d."inscriptions_count", "total_cents" = p."total_cents" + d."total_cents"
    from d join l on l."orderid" = d.parent where p."orderid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."orderid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "inscriptions_count", sum(c.sign * case when c.deleted_at is null then coalesce(c."total_cents", 0) else 0 end) as "total_cents" from (select "orderid", "deleted_at", "total_cents", -1 as sign from gone) c where c."orderid" is not null group by c."orderid"),
    d as materialized (select * from s where s."inscriptions_count" <> 0 or s."total_cents" <> 0),
    l as materialized (select p."orderid" from public."orders" p where p."orderid" in (select d.parent from d) order by p."orderid" for no key update)
    update public."orders" p set "inscriptions_count" = p."inscriptions_count" + d."inscriptions_count", "total_cents" = p."total_cents" + d."total_cents"
    from d join l on l."orderid" = d.parent where p."orderid" = d.parent;
  else
    with s as materialized (select c."orderid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "inscriptions_count", sum(c.sign * case when c.deleted_at is null then coalesce(c."total_cents", 0) else 0 end) as "total_cents" from (select "orderid", "deleted_at", "total_cents", 1 as sign from added union all select "orderid", "deleted_at", "total_cents", -1 as sign from gone) c where c."orderid" is not null group by c."orderid"),
    d as materialized (select * from s where s."inscriptions_count" <> 0 or s."total_cents" <> 0),
    l as materialized (select p."orderid" from public."orders" p where p."orderid" in (select d.parent from d) order by p."orderid" for no key update)
    update public."orders" p set "inscriptions_count" = p."inscriptions_count" + d."inscriptions_count", "total_cents" = p."total_cents" + d."total_cents"
    from d join l on l."orderid" = d.parent where p."orderid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger inscriptions dorsal_tally_inscriptions_orderid_orders_insert
create or replace trigger dorsal_tally_inscriptions_orderid_orders_insert after insert on public."inscriptions" referencing new table as added for each statement execute function public.dorsal_tally_inscriptions_orderid_orders();

-- rule: trigger inscriptions dorsal_tally_inscriptions_orderid_orders_delete
create or replace trigger dorsal_tally_inscriptions_orderid_orders_delete after delete on public."inscriptions" referencing old table as gone for each statement execute function public.dorsal_tally_inscriptions_orderid_orders();

-- rule: trigger inscriptions dorsal_tally_inscriptions_orderid_orders_update
create or replace trigger dorsal_tally_inscriptions_orderid_orders_update after update on public."inscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscriptions_orderid_orders();

-- rule: function dorsal_tally_store_sales_orderid_orders
create or replace function public.dorsal_tally_store_sales_orderid_orders() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."orderid" as parent, sum(c.sign * case when c.deleted_at is null then coalesce(c."total_cents", 0) else 0 end) as "sales_cents" from (select "orderid", "deleted_at", "total_cents", 1 as sign from added) c where c."orderid" is not null group by c."orderid"),
    d as materialized (select * from s where s."sales_cents" <> 0),
    l as materialized (select p."orderid" from public."orders" p where p."orderid" in (select d.parent from d) order by p."orderid" for no key update)
    update public."orders" p set "sales_cents" = p."sales_cents" + d."sales_cents"
    from d join l on l."orderid" = d.parent where p."orderid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."orderid" as parent, sum(c.sign * case when c.deleted_at is null then coalesce(c."total_cents", 0) else 0 end) as "sales_cents" from (select "orderid", "deleted_at", "total_cents", -1 as sign from gone) c where c."orderid" is not null group by c."orderid"),
    d as materialized (select * from s where s."sales_cents" <> 0),
    l as materialized (select p."orderid" from public."orders" p where p."orderid" in (select d.parent from d) order by p."orderid" for no key update)
    update public."orders" p set "sales_cents" = p."sales_cents" + d."sales_cents"
    from d join l on l."orderid" = d.parent where p."orderid" = d.parent;
  else
    with s as materialized (select c."orderid" as parent, sum(c.sign * case when c.deleted_at is null then coalesce(c."total_cents", 0) else 0 end) as "sales_cents" from (select "orderid", "deleted_at", "total_cents", 1 as sign from added union all select "orderid", "deleted_at", "total_cents", -1 as sign from gone) c where c."orderid" is not null group by c."orderid"),
    d as materialized (select * from s where s."sales_cents" <> 0),
    l as materialized (select p."orderid" from public."orders" p where p."orderid" in (select d.parent from d) order by p."orderid" for no key update)
    update public."orders" p set "sales_cents" = p."sales_cents" + d."sales_cents"
    from d join l on l."orderid" = d.parent where p."orderid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger store_sales dorsal_tally_store_sales_orderid_orders_insert
create or replace trigger dorsal_tally_store_sales_orderid_orders_insert after insert on public."store_sales" referencing new table as added for each statement execute function public.dorsal_tally_store_sales_orderid_orders();

-- rule: trigger store_sales dorsal_tally_store_sales_orderid_orders_delete
create or replace trigger dorsal_tally_store_sales_orderid_orders_delete after delete on public."store_sales" referencing old table as gone for each statement execute function public.dorsal_tally_store_sales_orderid_orders();

-- rule: trigger store_sales dorsal_tally_store_sales_orderid_orders_update
create or replace trigger dorsal_tally_store_sales_orderid_orders_update after update on public."store_sales" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_store_sales_orderid_orders();

-- rule: function dorsal_tally_payments_orderid_orders
create or replace function public.dorsal_tally_payments_orderid_orders() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."orderid" as parent, sum(c.sign * case when c.deleted_at is null and c."type" in ('charge', 'transfer_in', 'chargeback_reversal') and c."status" in ('paid', 'partially_refunded', 'refunded', 'chargeback') then coalesce(c."amount_cents", 0) else 0 end) as "charged_cents", sum(c.sign * case when c.deleted_at is null and c."type" in ('refund', 'chargeback', 'transfer_out') and c."status" in ('paid') then coalesce(c."amount_cents", 0) else 0 end) as "refunded_cents" from (select "orderid", "deleted_at", "type", "status", "amount_cents", 1 as sign from added) c where c."orderid" is not null group by c."orderid"),
    d as materialized (select * from s where s."charged_cents" <> 0 or s."refunded_cents" <> 0),
    l as materialized (select p."orderid" from public."orders" p where p."orderid" in (select d.parent from d) order by p."orderid" for no key update)
    update public."orders" p set "charged_cents" = p."charged_cents" + d."charged_cents", "refunded_cents" = p."refunded_cents" + d."refunded_cents"
    from d join l on l."orderid" = d.parent where p."orderid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."orderid" as parent, sum(c.sign * case when c.deleted_at is null and c."type" in ('charge', 'transfer_in', 'chargeback_reversal') and c."status" in ('paid', 'partially_refunded', 'refunded', 'chargeback') then coalesce(c."amount_cents", 0) else 0 end) as "charged_cents", sum(c.sign * case when c.deleted_at is null and c."type" in ('refund', 'chargeback', 'transfer_out') and c."status" in ('paid') then coalesce(c."amount_cents", 0) else 0 end) as "refunded_cents" from (select "orderid", "deleted_at", "type", "status", "amount_cents", -1 as sign from gone) c where c."orderid" is not null group by c."orderid"),
    d as materialized (select * from s where s."charged_cents" <> 0 or s."refunded_cents" <> 0),
    l as materialized (select p."orderid" from public."orders" p where p."orderid" in (select d.parent from d) order by p."orderid" for no key update)
    update public."orders" p set "charged_cents" = p."charged_cents" + d."charged_cents", "refunded_cents" = p."refunded_cents" + d."refunded_cents"
    from d join l on l."orderid" = d.parent where p."orderid" = d.parent;
  else
    with s as materialized (select c."orderid" as parent, sum(c.sign * case when c.deleted_at is null and c."type" in ('charge', 'transfer_in', 'chargeback_reversal') and c."status" in ('paid', 'partially_refunded', 'refunded', 'chargeback') then coalesce(c."amount_cents", 0) else 0 end) as "charged_cents", sum(c.sign * case when c.deleted_at is null and c."type" in ('refund', 'chargeback', 'transfer_out') and c."status" in ('paid') then coalesce(c."amount_cents", 0) else 0 end) as "refunded_cents" from (select "orderid", "deleted_at", "type", "status", "amount_cents", 1 as sign from added union all select "orderid", "deleted_at", "type", "status", "amount_cents", -1 as sign from gone) c where c."orderid" is not null group by c."orderid"),
    d as materialized (select * from s where s."charged_cents" <> 0 or s."refunded_cents" <> 0),
    l as materialized (select p."orderid" from public."orders" p where p."orderid" in (select d.parent from d) order by p."orderid" for no key update)
    update public."orders" p set "charged_cents" = p."charged_cents" + d."charged_cents", "refunded_cents" = p."refunded_cents" + d."refunded_cents"
    from d join l on l."orderid" = d.parent where p."orderid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger payments dorsal_tally_payments_orderid_orders_insert
create or replace trigger dorsal_tally_payments_orderid_orders_insert after insert on public."payments" referencing new table as added for each statement execute function public.dorsal_tally_payments_orderid_orders();

-- rule: trigger payments dorsal_tally_payments_orderid_orders_delete
create or replace trigger dorsal_tally_payments_orderid_orders_delete after delete on public."payments" referencing old table as gone for each statement execute function public.dorsal_tally_payments_orderid_orders();

-- rule: trigger payments dorsal_tally_payments_orderid_orders_update
create or replace trigger dorsal_tally_payments_orderid_orders_update after update on public."payments" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_payments_orderid_orders();

-- rule: trigger orders dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."orders" referencing new table as changed for each statement execute function public.dorsal_note_changes('orderid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger orders dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."orders" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('orderid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger orders dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."orders" referencing old table as was for each statement execute function public.dorsal_note_changes('orderid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_tally_events_organizationid_organizations
create or replace function public.dorsal_tally_events_organizationid_organizations() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."organizationid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "events_count" from (select "organizationid", "deleted_at", 1 as sign from added) c where c."organizationid" is not null group by c."organizationid"),
    d as materialized (select * from s where s."events_count" <> 0),
    l as materialized (select p."organizationid" from public."organizations" p where p."organizationid" in (select d.parent from d) order by p."organizationid" for no key update)
    update public."organizations" p set "events_count" = p."events_count" + d."events_count"
    from d join l on l."organizationid" = d.parent where p."organizationid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."organizationid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "events_count" from (select "organizationid", "deleted_at", -1 as sign from gone) c where c."organizationid" is not null group by c."organizationid"),
    d as materialized (select * from s where s."events_count" <> 0),
    l as materialized (select p."organizationid" from public."organizations" p where p."organizationid" in (select d.parent from d) order by p."organizationid" for no key update)
    update public."organizations" p set "events_count" = p."events_count" + d."events_count"
    from d join l on l."organizationid" = d.parent where p."organizationid" = d.parent;
  else
    with s as materialized (select c."organizationid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "events_count" from (select "organizationid", "deleted_at", 1 as sign from added union all select "organizationid", "deleted_at", -1 as sign from gone) c where c."organizationid" is not null group by c."organizationid"),
    d as materialized (select * from s where s."events_count" <> 0),
    l as materialized (select p."organizationid" from public."organizations" p where p."organizationid" in (select d.parent from d) order by p."organizationid" for no key update)
    update public."organizations" p set "events_count" = p."events_count" + d."events_count"
    from d join l on l."organizationid" = d.parent where p."organizationid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger events dorsal_tally_events_organizationid_organizations_insert
create or replace trigger dorsal_tally_events_organizationid_organizations_insert after insert on public."events" referencing new table as added for each statement execute function public.dorsal_tally_events_organizationid_organizations();

-- rule: trigger events dorsal_tally_events_organizationid_organizations_delete
create or replace trigger dorsal_tally_events_organizationid_organizations_delete after delete on public."events" referencing old table as gone for each statement execute function public.dorsal_tally_events_organizationid_organizations();

-- rule: trigger events dorsal_tally_events_organizationid_organizations_update
create or replace trigger dorsal_tally_events_organizationid_organizations_update after update on public."events" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_events_organizationid_organizations();

-- rule: function dorsal_tally_memberships_organizationid_organizations
create or replace function public.dorsal_tally_memberships_organizationid_organizations() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."organizationid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('active') then 1 else 0 end) as "members_count" from (select "organizationid", "deleted_at", "status", 1 as sign from added) c where c."organizationid" is not null group by c."organizationid"),
    d as materialized (select * from s where s."members_count" <> 0),
    l as materialized (select p."organizationid" from public."organizations" p where p."organizationid" in (select d.parent from d) order by p."organizationid" for no key update)
    update public."organizations" p set "members_count" = p."members_count" + d."members_count"
    from d join l on l."organizationid" = d.parent where p."organizationid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."organizationid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('active') then 1 else 0 end) as "members_count" from (select "organizationid", "deleted_at", "status", -1 as sign from gone) c where c."organizationid" is not null group by c."organizationid"),
    d as materialized (select * from s where s."members_count" <> 0),
    l as materialized (select p."organizationid" from public."organizations" p where p."organizationid" in (select d.parent from d) order by p."organizationid" for no key update)
    update public."organizations" p set "members_count" = p."members_count" + d."members_count"
    from d join l on l."organizationid" = d.parent where p."organizationid" = d.parent;
  else
    with s as materialized (select c."organizationid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('active') then 1 else 0 end) as "members_count" from (select "organizationid", "deleted_at", "status", 1 as sign from added union all select "organizationid", "deleted_at", "status", -1 as sign from gone) c where c."organizationid" is not null group by c."organizationid"),
    d as materialized (select * from s where s."members_count" <> 0),
    l as materialized (select p."organizationid" from public."organizations" p where p."organizationid" in (select d.parent from d) order by p."organizationid" for no key update)
    update public."organizations" p set "members_count" = p."members_count" + d."members_count"
    from d join l on l."organizationid" = d.parent where p."organizationid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger memberships dorsal_tally_memberships_organizationid_organizations_insert
create or replace trigger dorsal_tally_memberships_organizationid_organizations_insert after insert on public."memberships" referencing new table as added for each statement execute function public.dorsal_tally_memberships_organizationid_organizations();

-- rule: trigger memberships dorsal_tally_memberships_organizationid_organizations_delete
create or replace trigger dorsal_tally_memberships_organizationid_organizations_delete after delete on public."memberships" referencing old table as gone for each statement execute function public.dorsal_tally_memberships_organizationid_organizations();

-- rule: trigger memberships dorsal_tally_memberships_organizationid_organizations_update
create or replace trigger dorsal_tally_memberships_organizationid_organizations_update after update on public."memberships" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_memberships_organizationid_organizations();

-- rule: trigger organizations dorsal_stamp
create or replace trigger dorsal_stamp after insert or delete or update of "is_platform", "platforms", "status", "deleted_at" on public."organizations" for each statement execute function public.dorsal_bump_access();

-- rule: trigger organizations dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."organizations" referencing new table as changed for each statement execute function public.dorsal_note_changes('organizationid', 'c."organizationid"', 'null::bigint');

-- rule: trigger organizations dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."organizations" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('organizationid', 'c."organizationid"', 'null::bigint');

-- rule: trigger organizations dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."organizations" referencing old table as was for each statement execute function public.dorsal_note_changes('organizationid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_owner_payments
create or replace function public.dorsal_owner_payments() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."orders" p where p."orderid" = new."orderid";
  if not found and new."orderid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'payments', column = 'orderid', constraint = 'payments_orderid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger payments dorsal_owner_payments
create or replace trigger dorsal_owner_payments before insert or update of "orderid", organizationid on public."payments" for each row execute function public.dorsal_owner_payments();

-- rule: trigger payments dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."payments" referencing new table as changed for each statement execute function public.dorsal_note_changes('paymentid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger payments dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."payments" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('paymentid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger payments dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."payments" referencing old table as was for each statement execute function public.dorsal_note_changes('paymentid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_webhooks_payments_insert
create or replace function public.dorsal_webhooks_payments_insert() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.webhooks w where w.status = 'on' and w.deleted_at is null) then
    insert into public.webhook_deliveries (webhookid, message_ref, event, subject, subject_key, status, next_at)
    select w.webhookid, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.event, 'payments', n.paymentid, 'waiting', now()
      from added n cross join lateral (values ('payment.captured', n.status in ('paid') and n.type = 'charge'), ('payment.refunded', n.status in ('paid') and n.type = 'refund')) e(event, applies)
      join public.webhooks w on w.status = 'on' and w.deleted_at is null and e.event = any(w.events) and w.organizationid = n.organizationid
     where e.applies order by n.paymentid;
  end if;
  return null;
end
$$;

-- rule: trigger payments dorsal_webhooks_payments_insert
create or replace trigger dorsal_webhooks_payments_insert after insert on public."payments" referencing new table as added for each statement execute function public.dorsal_webhooks_payments_insert();

-- rule: function dorsal_webhooks_payments_update
create or replace function public.dorsal_webhooks_payments_update() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.webhooks w where w.status = 'on' and w.deleted_at is null) then
    insert into public.webhook_deliveries (webhookid, message_ref, event, subject, subject_key, status, next_at)
    select w.webhookid, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.event, 'payments', n.paymentid, 'waiting', now()
      from added n join gone o on o.paymentid = n.paymentid cross join lateral (values ('payment.captured', n.status in ('paid') and o.status not in ('paid') and n.type = 'charge'), ('payment.refunded', n.status in ('paid') and o.status not in ('paid') and n.type = 'refund')) e(event, applies)
      join public.webhooks w on w.status = 'on' and w.deleted_at is null and e.event = any(w.events) and w.organizationid = n.organizationid
     where e.applies order by n.paymentid;
  end if;
  return null;
end
$$;

-- rule: trigger payments dorsal_webhooks_payments_update
create or replace trigger dorsal_webhooks_payments_update after update on public."payments" referencing new table as added old table as gone for each statement execute function public.dorsal_webhooks_payments_update();

-- rule: function dorsal_owner_pickup_batches
create or replace function public.dorsal_owner_pickup_batches() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'pickup_batches', column = 'eventid', constraint = 'pickup_batches_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger pickup_batches dorsal_owner_pickup_batches
create or replace trigger dorsal_owner_pickup_batches before insert or update of "eventid", organizationid on public."pickup_batches" for each row execute function public.dorsal_owner_pickup_batches();

-- rule: function dorsal_tally_innovasport_pickups_pickup_batchi_1cfk2qs
create or replace function public.dorsal_tally_innovasport_pickups_pickup_batchi_1cfk2qs() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."pickup_batchid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "pickups_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('shipped', 'received', 'ready', 'notified', 'not_claimed') then 1 else 0 end) as "left_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('picked_up') then 1 else 0 end) as "picked_up_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('returned') then 1 else 0 end) as "returned_count" from (select "pickup_batchid", "deleted_at", "status", 1 as sign from added) c where c."pickup_batchid" is not null group by c."pickup_batchid"),
    d as materialized (select * from s where s."pickups_count" <> 0 or s."left_count" <> 0 or s."picked_up_count" <> 0 or s."returned_count" <> 0),
    l as materialized (select p."pickup_batchid" from public."pickup_batches" p where p."pickup_batchid" in (select d.parent from d) order by p."pickup_batchid" for no key update)
    update public."pickup_batches" p set "pickups_count" = p."pickups_count" + d."pickups_count", "left_count" = p."left_count" + d."left_count", "picked_up_count" = p."picked_up_count" + d."picked_up_count", "returned_count" = p."returned_count" + d."returned_count"
    from d join l on l."pickup_batchid" = d.parent where p."pickup_batchid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."pickup_batchid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "pickups_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('shipped', 'received', 'ready', 'notified', 'not_claimed') then 1 else 0 end) as "left_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('picked_up') then 1 else 0 end) as "picked_up_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('returned') then 1 else 0 end) as "returned_count" from (select "pickup_batchid", "deleted_at", "status", -1 as sign from gone) c where c."pickup_batchid" is not null group by c."pickup_batchid"),
    d as materialized (select * from s where s."pickups_count" <> 0 or s."left_count" <> 0 or s."picked_up_count" <> 0 or s."returned_count" <> 0),
    l as materialized (select p."pickup_batchid" from public."pickup_batches" p where p."pickup_batchid" in (select d.parent from d) order by p."pickup_batchid" for no key update)
    update public."pickup_batches" p set "pickups_count" = p."pickups_count" + d."pickups_count", "left_count" = p."left_count" + d."left_count", "picked_up_count" = p."picked_up_count" + d."picked_up_count", "returned_count" = p."returned_count" + d."returned_count"
    from d join l on l."pickup_batchid" = d.parent where p."pickup_batchid" = d.parent;
  else
    with s as materialized (select c."pickup_batchid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "pickups_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('shipped', 'received', 'ready', 'notified', 'not_claimed') then 1 else 0 end) as "left_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('picked_up') then 1 else 0 end) as "picked_up_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('returned') then 1 else 0 end) as "returned_count" from (select "pickup_batchid", "deleted_at", "status", 1 as sign from added union all select "pickup_batchid", "deleted_at", "status", -1 as sign from gone) c where c."pickup_batchid" is not null group by c."pickup_batchid"),
    d as materialized (select * from s where s."pickups_count" <> 0 or s."left_count" <> 0 or s."picked_up_count" <> 0 or s."returned_count" <> 0),
    l as materialized (select p."pickup_batchid" from public."pickup_batches" p where p."pickup_batchid" in (select d.parent from d) order by p."pickup_batchid" for no key update)
    update public."pickup_batches" p set "pickups_count" = p."pickups_count" + d."pickups_count", "left_count" = p."left_count" + d."left_count", "picked_up_count" = p."picked_up_count" + d."picked_up_count", "returned_count" = p."returned_count" + d."returned_count"
    from d join l on l."pickup_batchid" = d.parent where p."pickup_batchid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger innovasport_pickups dorsal_tally_innovasport_pickups_pickup_batchi_1cfk2qs_insert
create or replace trigger dorsal_tally_innovasport_pickups_pickup_batchi_1cfk2qs_insert after insert on public."innovasport_pickups" referencing new table as added for each statement execute function public.dorsal_tally_innovasport_pickups_pickup_batchi_1cfk2qs();

-- rule: trigger innovasport_pickups dorsal_tally_innovasport_pickups_pickup_batchi_1cfk2qs_delete
create or replace trigger dorsal_tally_innovasport_pickups_pickup_batchi_1cfk2qs_delete after delete on public."innovasport_pickups" referencing old table as gone for each statement execute function public.dorsal_tally_innovasport_pickups_pickup_batchi_1cfk2qs();

-- rule: trigger innovasport_pickups dorsal_tally_innovasport_pickups_pickup_batchi_1cfk2qs_update
create or replace trigger dorsal_tally_innovasport_pickups_pickup_batchi_1cfk2qs_update after update on public."innovasport_pickups" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_innovasport_pickups_pickup_batchi_1cfk2qs();

-- rule: trigger pickup_batches dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."pickup_batches" referencing new table as changed for each statement execute function public.dorsal_note_changes('pickup_batchid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger pickup_batches dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."pickup_batches" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('pickup_batchid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger pickup_batches dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."pickup_batches" referencing old table as was for each statement execute function public.dorsal_note_changes('pickup_batchid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_price_tiers
create or replace function public.dorsal_owner_price_tiers() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."distances" p where p."distanceid" = new."distanceid";
  if not found and new."distanceid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'price_tiers', column = 'distanceid', constraint = 'price_tiers_distanceid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger price_tiers dorsal_owner_price_tiers
create or replace trigger dorsal_owner_price_tiers before insert or update of "distanceid", organizationid on public."price_tiers" for each row execute function public.dorsal_owner_price_tiers();

-- rule: function dorsal_tally_inscriptions_price_tierid_price_tiers
create or replace function public.dorsal_tally_inscriptions_price_tierid_price_tiers() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."price_tierid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "sold_count" from (select "price_tierid", "deleted_at", "status", 1 as sign from added) c where c."price_tierid" is not null group by c."price_tierid"),
    d as materialized (select * from s where s."sold_count" <> 0),
    l as materialized (select p."price_tierid" from public."price_tiers" p where p."price_tierid" in (select d.parent from d) order by p."price_tierid" for no key update)
    update public."price_tiers" p set "sold_count" = p."sold_count" + d."sold_count"
    from d join l on l."price_tierid" = d.parent where p."price_tierid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."price_tierid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "sold_count" from (select "price_tierid", "deleted_at", "status", -1 as sign from gone) c where c."price_tierid" is not null group by c."price_tierid"),
    d as materialized (select * from s where s."sold_count" <> 0),
    l as materialized (select p."price_tierid" from public."price_tiers" p where p."price_tierid" in (select d.parent from d) order by p."price_tierid" for no key update)
    update public."price_tiers" p set "sold_count" = p."sold_count" + d."sold_count"
    from d join l on l."price_tierid" = d.parent where p."price_tierid" = d.parent;
  else
    with s as materialized (select c."price_tierid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "sold_count" from (select "price_tierid", "deleted_at", "status", 1 as sign from added union all select "price_tierid", "deleted_at", "status", -1 as sign from gone) c where c."price_tierid" is not null group by c."price_tierid"),
    d as materialized (select * from s where s."sold_count" <> 0),
    l as materialized (select p."price_tierid" from public."price_tiers" p where p."price_tierid" in (select d.parent from d) order by p."price_tierid" for no key update)
    update public."price_tiers" p set "sold_count" = p."sold_count" + d."sold_count"
    from d join l on l."price_tierid" = d.parent where p."price_tierid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger inscriptions dorsal_tally_inscriptions_price_tierid_price_tiers_insert
create or replace trigger dorsal_tally_inscriptions_price_tierid_price_tiers_insert after insert on public."inscriptions" referencing new table as added for each statement execute function public.dorsal_tally_inscriptions_price_tierid_price_tiers();

-- rule: trigger inscriptions dorsal_tally_inscriptions_price_tierid_price_tiers_delete
create or replace trigger dorsal_tally_inscriptions_price_tierid_price_tiers_delete after delete on public."inscriptions" referencing old table as gone for each statement execute function public.dorsal_tally_inscriptions_price_tierid_price_tiers();

-- rule: trigger inscriptions dorsal_tally_inscriptions_price_tierid_price_tiers_update
create or replace trigger dorsal_tally_inscriptions_price_tierid_price_tiers_update after update on public."inscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscriptions_price_tierid_price_tiers();

-- rule: trigger price_tiers dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."price_tiers" referencing new table as changed for each statement execute function public.dorsal_note_changes('price_tierid', 'c."organizationid"', 'null::bigint');

-- rule: trigger price_tiers dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."price_tiers" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('price_tierid', 'c."organizationid"', 'null::bigint');

-- rule: trigger price_tiers dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."price_tiers" referencing old table as was for each statement execute function public.dorsal_note_changes('price_tierid', 'c."organizationid"', 'null::bigint');

-- rule: trigger profile_roles dorsal_stamp
create or replace trigger dorsal_stamp after insert or delete or update on public."profile_roles" for each statement execute function public.dorsal_bump_access();

-- rule: trigger profile_roles dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."profile_roles" referencing new table as changed for each statement execute function public.dorsal_note_changes('profile_roleid', 'c."organizationid"', 'null::bigint');

-- rule: trigger profile_roles dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."profile_roles" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('profile_roleid', 'c."organizationid"', 'null::bigint');

-- rule: trigger profile_roles dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."profile_roles" referencing old table as was for each statement execute function public.dorsal_note_changes('profile_roleid', 'c."organizationid"', 'null::bigint');

-- rule: trigger profiles dorsal_stamp
create or replace trigger dorsal_stamp after insert or delete or update on public."profiles" for each statement execute function public.dorsal_bump_access();

-- rule: trigger profiles dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."profiles" referencing new table as changed for each statement execute function public.dorsal_note_changes('profileid', 'c."organizationid"', 'null::bigint');

-- rule: trigger profiles dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."profiles" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('profileid', 'c."organizationid"', 'null::bigint');

-- rule: trigger profiles dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."profiles" referencing old table as was for each statement execute function public.dorsal_note_changes('profileid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_tally_inscriptions_promotion_binid_promotion_bins
create or replace function public.dorsal_tally_inscriptions_promotion_binid_promotion_bins() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."promotion_binid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "uses_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback') then coalesce(c."promotion_discount_cents", 0) else 0 end) as "spent_cents" from (select "promotion_binid", "deleted_at", "status", "promotion_discount_cents", 1 as sign from added) c where c."promotion_binid" is not null group by c."promotion_binid"),
    d as materialized (select * from s where s."uses_count" <> 0 or s."spent_cents" <> 0),
    l as materialized (select p."promotion_binid" from public."promotion_bins" p where p."promotion_binid" in (select d.parent from d) order by p."promotion_binid" for no key update)
    update public."promotion_bins" p set "uses_count" = p."uses_count" + d."uses_count", "spent_cents" = p."spent_cents" + d."spent_cents"
    from d join l on l."promotion_binid" = d.parent where p."promotion_binid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."promotion_binid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "uses_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback') then coalesce(c."promotion_discount_cents", 0) else 0 end) as "spent_cents" from (select "promotion_binid", "deleted_at", "status", "promotion_discount_cents", -1 as sign from gone) c where c."promotion_binid" is not null group by c."promotion_binid"),
    d as materialized (select * from s where s."uses_count" <> 0 or s."spent_cents" <> 0),
    l as materialized (select p."promotion_binid" from public."promotion_bins" p where p."promotion_binid" in (select d.parent from d) order by p."promotion_binid" for no key update)
    update public."promotion_bins" p set "uses_count" = p."uses_count" + d."uses_count", "spent_cents" = p."spent_cents" + d."spent_cents"
    from d join l on l."promotion_binid" = d.parent where p."promotion_binid" = d.parent;
  else
    with s as materialized (select c."promotion_binid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "uses_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback') then coalesce(c."promotion_discount_cents", 0) else 0 end) as "spent_cents" from (select "promotion_binid", "deleted_at", "status", "promotion_discount_cents", 1 as sign from added union all select "promotion_binid", "deleted_at", "status", "promotion_discount_cents", -1 as sign from gone) c where c."promotion_binid" is not null group by c."promotion_binid"),
    d as materialized (select * from s where s."uses_count" <> 0 or s."spent_cents" <> 0),
    l as materialized (select p."promotion_binid" from public."promotion_bins" p where p."promotion_binid" in (select d.parent from d) order by p."promotion_binid" for no key update)
    update public."promotion_bins" p set "uses_count" = p."uses_count" + d."uses_count", "spent_cents" = p."spent_cents" + d."spent_cents"
    from d join l on l."promotion_binid" = d.parent where p."promotion_binid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger inscriptions dorsal_tally_inscriptions_promotion_binid_promotion_bins_insert
create or replace trigger dorsal_tally_inscriptions_promotion_binid_promotion_bins_insert after insert on public."inscriptions" referencing new table as added for each statement execute function public.dorsal_tally_inscriptions_promotion_binid_promotion_bins();

-- rule: trigger inscriptions dorsal_tally_inscriptions_promotion_binid_promotion_bins_delete
create or replace trigger dorsal_tally_inscriptions_promotion_binid_promotion_bins_delete after delete on public."inscriptions" referencing old table as gone for each statement execute function public.dorsal_tally_inscriptions_promotion_binid_promotion_bins();

-- rule: trigger inscriptions dorsal_tally_inscriptions_promotion_binid_promotion_bins_update
create or replace trigger dorsal_tally_inscriptions_promotion_binid_promotion_bins_update after update on public."inscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscriptions_promotion_binid_promotion_bins();

-- rule: function dorsal_linked_promotion_bins_organizationids
create or replace function public.dorsal_linked_promotion_bins_organizationids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."organizations" p where p."organizationid" = any(new."organizationids") order by p."organizationid" for key share;
  if exists (select 1 from unnest(new."organizationids") u(id) where not exists (select 1 from public."organizations" p where p."organizationid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'promotion_bins', column = 'organizationids', constraint = 'promotion_bins_organizationids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger promotion_bins dorsal_linked_promotion_bins_organizationids
create or replace trigger dorsal_linked_promotion_bins_organizationids before insert or update of "organizationids" on public."promotion_bins" for each row when (new."organizationids" is not null) execute function public.dorsal_linked_promotion_bins_organizationids();

-- rule: function dorsal_kept_promotion_bins_organizationids
create or replace function public.dorsal_kept_promotion_bins_organizationids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."promotion_bins" o where o."organizationids" @> array[old."organizationid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'promotion_bins', column = 'organizationids', constraint = 'promotion_bins_organizationids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger organizations dorsal_kept_promotion_bins_organizationids
create or replace trigger dorsal_kept_promotion_bins_organizationids after delete or update of "organizationid" on public."organizations" for each row execute function public.dorsal_kept_promotion_bins_organizationids();

-- rule: function dorsal_linked_promotion_bins_eventids
create or replace function public.dorsal_linked_promotion_bins_eventids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."events" p where p."eventid" = any(new."eventids") order by p."eventid" for key share;
  if exists (select 1 from unnest(new."eventids") u(id) where not exists (select 1 from public."events" p where p."eventid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'promotion_bins', column = 'eventids', constraint = 'promotion_bins_eventids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger promotion_bins dorsal_linked_promotion_bins_eventids
create or replace trigger dorsal_linked_promotion_bins_eventids before insert or update of "eventids" on public."promotion_bins" for each row when (new."eventids" is not null) execute function public.dorsal_linked_promotion_bins_eventids();

-- rule: function dorsal_kept_promotion_bins_eventids
create or replace function public.dorsal_kept_promotion_bins_eventids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."promotion_bins" o where o."eventids" @> array[old."eventid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'promotion_bins', column = 'eventids', constraint = 'promotion_bins_eventids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger events dorsal_kept_promotion_bins_eventids
create or replace trigger dorsal_kept_promotion_bins_eventids after delete or update of "eventid" on public."events" for each row execute function public.dorsal_kept_promotion_bins_eventids();

-- rule: function dorsal_linked_promotion_bins_distanceids
create or replace function public.dorsal_linked_promotion_bins_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."distances" p where p."distanceid" = any(new."distanceids") order by p."distanceid" for key share;
  if exists (select 1 from unnest(new."distanceids") u(id) where not exists (select 1 from public."distances" p where p."distanceid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'promotion_bins', column = 'distanceids', constraint = 'promotion_bins_distanceids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger promotion_bins dorsal_linked_promotion_bins_distanceids
create or replace trigger dorsal_linked_promotion_bins_distanceids before insert or update of "distanceids" on public."promotion_bins" for each row when (new."distanceids" is not null) execute function public.dorsal_linked_promotion_bins_distanceids();

-- rule: function dorsal_kept_promotion_bins_distanceids
create or replace function public.dorsal_kept_promotion_bins_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."promotion_bins" o where o."distanceids" @> array[old."distanceid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'promotion_bins', column = 'distanceids', constraint = 'promotion_bins_distanceids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_kept_promotion_bins_distanceids
create or replace trigger dorsal_kept_promotion_bins_distanceids after delete or update of "distanceid" on public."distances" for each row execute function public.dorsal_kept_promotion_bins_distanceids();

-- rule: function dorsal_linked_promotion_bins_conflict_promotion_binids
create or replace function public.dorsal_linked_promotion_bins_conflict_promotion_binids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."promotion_bins" p where p."promotion_binid" = any(new."conflict_promotion_binids") order by p."promotion_binid" for key share;
  if exists (select 1 from unnest(new."conflict_promotion_binids") u(id) where not exists (select 1 from public."promotion_bins" p where p."promotion_binid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'promotion_bins', column = 'conflict_promotion_binids', constraint = 'promotion_bins_conflict_promotion_binids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger promotion_bins dorsal_linked_promotion_bins_conflict_promotion_binids
create or replace trigger dorsal_linked_promotion_bins_conflict_promotion_binids before insert or update of "conflict_promotion_binids" on public."promotion_bins" for each row when (new."conflict_promotion_binids" is not null) execute function public.dorsal_linked_promotion_bins_conflict_promotion_binids();

-- rule: function dorsal_kept_promotion_bins_conflict_promotion_binids
create or replace function public.dorsal_kept_promotion_bins_conflict_promotion_binids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."promotion_bins" o where o."conflict_promotion_binids" @> array[old."promotion_binid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'promotion_bins', column = 'conflict_promotion_binids', constraint = 'promotion_bins_conflict_promotion_binids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger promotion_bins dorsal_kept_promotion_bins_conflict_promotion_binids
create or replace trigger dorsal_kept_promotion_bins_conflict_promotion_binids after delete or update of "promotion_binid" on public."promotion_bins" for each row execute function public.dorsal_kept_promotion_bins_conflict_promotion_binids();

-- rule: trigger promotion_bins dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."promotion_bins" referencing new table as changed for each statement execute function public.dorsal_note_changes('promotion_binid', 'null::bigint', 'null::bigint');

-- rule: trigger promotion_bins dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."promotion_bins" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('promotion_binid', 'null::bigint', 'null::bigint');

-- rule: trigger promotion_bins dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."promotion_bins" referencing old table as was for each statement execute function public.dorsal_note_changes('promotion_binid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_owner_question_answers
create or replace function public.dorsal_owner_question_answers() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."inscriptions" p where p."inscriptionid" = new."inscriptionid";
  if not found and new."inscriptionid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'question_answers', column = 'inscriptionid', constraint = 'question_answers_inscriptionid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger question_answers dorsal_owner_question_answers
create or replace trigger dorsal_owner_question_answers before insert or update of "inscriptionid", organizationid on public."question_answers" for each row execute function public.dorsal_owner_question_answers();

-- rule: trigger question_answers dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."question_answers" referencing new table as changed for each statement execute function public.dorsal_note_changes('question_answerid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger question_answers dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."question_answers" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('question_answerid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger question_answers dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."question_answers" referencing old table as was for each statement execute function public.dorsal_note_changes('question_answerid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_linked_report_schedules_recipientids
create or replace function public.dorsal_linked_report_schedules_recipientids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."users" p where p."userid" = any(new."recipientids") order by p."userid" for key share;
  if exists (select 1 from unnest(new."recipientids") u(id) where not exists (select 1 from public."users" p where p."userid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'report_schedules', column = 'recipientids', constraint = 'report_schedules_recipientids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger report_schedules dorsal_linked_report_schedules_recipientids
create or replace trigger dorsal_linked_report_schedules_recipientids before insert or update of "recipientids" on public."report_schedules" for each row when (new."recipientids" is not null) execute function public.dorsal_linked_report_schedules_recipientids();

-- rule: function dorsal_kept_report_schedules_recipientids
create or replace function public.dorsal_kept_report_schedules_recipientids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."report_schedules" o where o."recipientids" @> array[old."userid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'report_schedules', column = 'recipientids', constraint = 'report_schedules_recipientids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger users dorsal_kept_report_schedules_recipientids
create or replace trigger dorsal_kept_report_schedules_recipientids after delete or update of "userid" on public."users" for each row execute function public.dorsal_kept_report_schedules_recipientids();

-- rule: function dorsal_tally_report_schedules_report_templatei_h33ex1
create or replace function public.dorsal_tally_report_schedules_report_templatei_h33ex1() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."report_templateid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "schedules_count" from (select "report_templateid", "deleted_at", 1 as sign from added) c where c."report_templateid" is not null group by c."report_templateid"),
    d as materialized (select * from s where s."schedules_count" <> 0),
    l as materialized (select p."report_templateid" from public."report_templates" p where p."report_templateid" in (select d.parent from d) order by p."report_templateid" for no key update)
    update public."report_templates" p set "schedules_count" = p."schedules_count" + d."schedules_count"
    from d join l on l."report_templateid" = d.parent where p."report_templateid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."report_templateid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "schedules_count" from (select "report_templateid", "deleted_at", -1 as sign from gone) c where c."report_templateid" is not null group by c."report_templateid"),
    d as materialized (select * from s where s."schedules_count" <> 0),
    l as materialized (select p."report_templateid" from public."report_templates" p where p."report_templateid" in (select d.parent from d) order by p."report_templateid" for no key update)
    update public."report_templates" p set "schedules_count" = p."schedules_count" + d."schedules_count"
    from d join l on l."report_templateid" = d.parent where p."report_templateid" = d.parent;
  else
    with s as materialized (select c."report_templateid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "schedules_count" from (select "report_templateid", "deleted_at", 1 as sign from added union all select "report_templateid", "deleted_at", -1 as sign from gone) c where c."report_templateid" is not null group by c."report_templateid"),
    d as materialized (select * from s where s."schedules_count" <> 0),
    l as materialized (select p."report_templateid" from public."report_templates" p where p."report_templateid" in (select d.parent from d) order by p."report_templateid" for no key update)
    update public."report_templates" p set "schedules_count" = p."schedules_count" + d."schedules_count"
    from d join l on l."report_templateid" = d.parent where p."report_templateid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger report_schedules dorsal_tally_report_schedules_report_templatei_h33ex1_insert
create or replace trigger dorsal_tally_report_schedules_report_templatei_h33ex1_insert after insert on public."report_schedules" referencing new table as added for each statement execute function public.dorsal_tally_report_schedules_report_templatei_h33ex1();

-- rule: trigger report_schedules dorsal_tally_report_schedules_report_templatei_h33ex1_delete
create or replace trigger dorsal_tally_report_schedules_report_templatei_h33ex1_delete after delete on public."report_schedules" referencing old table as gone for each statement execute function public.dorsal_tally_report_schedules_report_templatei_h33ex1();

-- rule: trigger report_schedules dorsal_tally_report_schedules_report_templatei_h33ex1_update
create or replace trigger dorsal_tally_report_schedules_report_templatei_h33ex1_update after update on public."report_schedules" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_report_schedules_report_templatei_h33ex1();

-- rule: trigger report_templates dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."report_templates" referencing new table as changed for each statement execute function public.dorsal_note_changes('report_templateid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger report_templates dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."report_templates" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('report_templateid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger report_templates dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."report_templates" referencing old table as was for each statement execute function public.dorsal_note_changes('report_templateid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_result_claims
create or replace function public.dorsal_owner_result_claims() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."result_sets" p where p."result_setid" = new."result_setid";
  if not found and new."result_setid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'result_claims', column = 'result_setid', constraint = 'result_claims_result_setid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger result_claims dorsal_owner_result_claims
create or replace trigger dorsal_owner_result_claims before insert or update of "result_setid", organizationid on public."result_claims" for each row execute function public.dorsal_owner_result_claims();

-- rule: trigger result_claims dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."result_claims" referencing new table as changed for each statement execute function public.dorsal_note_changes('claimid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger result_claims dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."result_claims" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('claimid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger result_claims dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."result_claims" referencing old table as was for each statement execute function public.dorsal_note_changes('claimid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_result_sets
create or replace function public.dorsal_owner_result_sets() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'result_sets', column = 'eventid', constraint = 'result_sets_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger result_sets dorsal_owner_result_sets
create or replace trigger dorsal_owner_result_sets before insert or update of "eventid", organizationid on public."result_sets" for each row execute function public.dorsal_owner_result_sets();

-- rule: function dorsal_tally_results_result_setid_result_sets
create or replace function public.dorsal_tally_results_result_setid_result_sets() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."result_setid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "results_count", sum(c.sign * case when c.deleted_at is null and c."matched_by" in ('none') then 1 else 0 end) as "unmatched_count", sum(c.sign * case when c.deleted_at is null and c."check" in ('open') then 1 else 0 end) as "problems_count" from (select "result_setid", "deleted_at", "matched_by", "check", 1 as sign from added) c where c."result_setid" is not null group by c."result_setid"),
    d as materialized (select * from s where s."results_count" <> 0 or s."unmatched_count" <> 0 or s."problems_count" <> 0),
    l as materialized (select p."result_setid" from public."result_sets" p where p."result_setid" in (select d.parent from d) order by p."result_setid" for no key update)
    update public."result_sets" p set "results_count" = p."results_count" + d."results_count", "unmatched_count" = p."unmatched_count" + d."unmatched_count", "problems_count" = p."problems_count" + d."problems_count"
    from d join l on l."result_setid" = d.parent where p."result_setid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."result_setid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "results_count", sum(c.sign * case when c.deleted_at is null and c."matched_by" in ('none') then 1 else 0 end) as "unmatched_count", sum(c.sign * case when c.deleted_at is null and c."check" in ('open') then 1 else 0 end) as "problems_count" from (select "result_setid", "deleted_at", "matched_by", "check", -1 as sign from gone) c where c."result_setid" is not null group by c."result_setid"),
    d as materialized (select * from s where s."results_count" <> 0 or s."unmatched_count" <> 0 or s."problems_count" <> 0),
    l as materialized (select p."result_setid" from public."result_sets" p where p."result_setid" in (select d.parent from d) order by p."result_setid" for no key update)
    update public."result_sets" p set "results_count" = p."results_count" + d."results_count", "unmatched_count" = p."unmatched_count" + d."unmatched_count", "problems_count" = p."problems_count" + d."problems_count"
    from d join l on l."result_setid" = d.parent where p."result_setid" = d.parent;
  else
    with s as materialized (select c."result_setid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "results_count", sum(c.sign * case when c.deleted_at is null and c."matched_by" in ('none') then 1 else 0 end) as "unmatched_count", sum(c.sign * case when c.deleted_at is null and c."check" in ('open') then 1 else 0 end) as "problems_count" from (select "result_setid", "deleted_at", "matched_by", "check", 1 as sign from added union all select "result_setid", "deleted_at", "matched_by", "check", -1 as sign from gone) c where c."result_setid" is not null group by c."result_setid"),
    d as materialized (select * from s where s."results_count" <> 0 or s."unmatched_count" <> 0 or s."problems_count" <> 0),
    l as materialized (select p."result_setid" from public."result_sets" p where p."result_setid" in (select d.parent from d) order by p."result_setid" for no key update)
    update public."result_sets" p set "results_count" = p."results_count" + d."results_count", "unmatched_count" = p."unmatched_count" + d."unmatched_count", "problems_count" = p."problems_count" + d."problems_count"
    from d join l on l."result_setid" = d.parent where p."result_setid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger results dorsal_tally_results_result_setid_result_sets_insert
create or replace trigger dorsal_tally_results_result_setid_result_sets_insert after insert on public."results" referencing new table as added for each statement execute function public.dorsal_tally_results_result_setid_result_sets();

-- rule: trigger results dorsal_tally_results_result_setid_result_sets_delete
create or replace trigger dorsal_tally_results_result_setid_result_sets_delete after delete on public."results" referencing old table as gone for each statement execute function public.dorsal_tally_results_result_setid_result_sets();

-- rule: trigger results dorsal_tally_results_result_setid_result_sets_update
create or replace trigger dorsal_tally_results_result_setid_result_sets_update after update on public."results" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_results_result_setid_result_sets();

-- rule: function dorsal_tally_result_claims_result_setid_result_sets
create or replace function public.dorsal_tally_result_claims_result_setid_result_sets() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."result_setid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('open', 'in_review') then 1 else 0 end) as "open_claims_count" from (select "result_setid", "deleted_at", "status", 1 as sign from added) c where c."result_setid" is not null group by c."result_setid"),
    d as materialized (select * from s where s."open_claims_count" <> 0),
    l as materialized (select p."result_setid" from public."result_sets" p where p."result_setid" in (select d.parent from d) order by p."result_setid" for no key update)
    update public."result_sets" p set "open_claims_count" = p."open_claims_count" + d."open_claims_count"
    from d join l on l."result_setid" = d.parent where p."result_setid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."result_setid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('open', 'in_review') then 1 else 0 end) as "open_claims_count" from (select "result_setid", "deleted_at", "status", -1 as sign from gone) c where c."result_setid" is not null group by c."result_setid"),
    d as materialized (select * from s where s."open_claims_count" <> 0),
    l as materialized (select p."result_setid" from public."result_sets" p where p."result_setid" in (select d.parent from d) order by p."result_setid" for no key update)
    update public."result_sets" p set "open_claims_count" = p."open_claims_count" + d."open_claims_count"
    from d join l on l."result_setid" = d.parent where p."result_setid" = d.parent;
  else
    with s as materialized (select c."result_setid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('open', 'in_review') then 1 else 0 end) as "open_claims_count" from (select "result_setid", "deleted_at", "status", 1 as sign from added union all select "result_setid", "deleted_at", "status", -1 as sign from gone) c where c."result_setid" is not null group by c."result_setid"),
    d as materialized (select * from s where s."open_claims_count" <> 0),
    l as materialized (select p."result_setid" from public."result_sets" p where p."result_setid" in (select d.parent from d) order by p."result_setid" for no key update)
    update public."result_sets" p set "open_claims_count" = p."open_claims_count" + d."open_claims_count"
    from d join l on l."result_setid" = d.parent where p."result_setid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger result_claims dorsal_tally_result_claims_result_setid_result_sets_insert
create or replace trigger dorsal_tally_result_claims_result_setid_result_sets_insert after insert on public."result_claims" referencing new table as added for each statement execute function public.dorsal_tally_result_claims_result_setid_result_sets();

-- rule: trigger result_claims dorsal_tally_result_claims_result_setid_result_sets_delete
create or replace trigger dorsal_tally_result_claims_result_setid_result_sets_delete after delete on public."result_claims" referencing old table as gone for each statement execute function public.dorsal_tally_result_claims_result_setid_result_sets();

-- rule: trigger result_claims dorsal_tally_result_claims_result_setid_result_sets_update
create or replace trigger dorsal_tally_result_claims_result_setid_result_sets_update after update on public."result_claims" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_result_claims_result_setid_result_sets();

-- rule: trigger result_sets dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."result_sets" referencing new table as changed for each statement execute function public.dorsal_note_changes('result_setid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger result_sets dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."result_sets" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('result_setid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger result_sets dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."result_sets" referencing old table as was for each statement execute function public.dorsal_note_changes('result_setid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_webhooks_result_sets_insert
create or replace function public.dorsal_webhooks_result_sets_insert() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.webhooks w where w.status = 'on' and w.deleted_at is null) then
    insert into public.webhook_deliveries (webhookid, message_ref, event, subject, subject_key, status, next_at)
    select w.webhookid, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.event, 'result_sets', n.result_setid, 'waiting', now()
      from added n cross join lateral (values ('results.published', n.status in ('provisional', 'official'))) e(event, applies)
      join public.webhooks w on w.status = 'on' and w.deleted_at is null and e.event = any(w.events) and w.organizationid = n.organizationid
     where e.applies order by n.result_setid;
  end if;
  return null;
end
$$;

-- rule: trigger result_sets dorsal_webhooks_result_sets_insert
create or replace trigger dorsal_webhooks_result_sets_insert after insert on public."result_sets" referencing new table as added for each statement execute function public.dorsal_webhooks_result_sets_insert();

-- rule: function dorsal_webhooks_result_sets_update
create or replace function public.dorsal_webhooks_result_sets_update() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.webhooks w where w.status = 'on' and w.deleted_at is null) then
    insert into public.webhook_deliveries (webhookid, message_ref, event, subject, subject_key, status, next_at)
    select w.webhookid, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.event, 'result_sets', n.result_setid, 'waiting', now()
      from added n join gone o on o.result_setid = n.result_setid cross join lateral (values ('results.published', n.status in ('provisional', 'official') and n.status <> o.status)) e(event, applies)
      join public.webhooks w on w.status = 'on' and w.deleted_at is null and e.event = any(w.events) and w.organizationid = n.organizationid
     where e.applies order by n.result_setid;
  end if;
  return null;
end
$$;

-- rule: trigger result_sets dorsal_webhooks_result_sets_update
create or replace trigger dorsal_webhooks_result_sets_update after update on public."result_sets" referencing new table as added old table as gone for each statement execute function public.dorsal_webhooks_result_sets_update();

-- rule: function dorsal_owner_result_versions
create or replace function public.dorsal_owner_result_versions() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."result_sets" p where p."result_setid" = new."result_setid";
  if not found and new."result_setid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'result_versions', column = 'result_setid', constraint = 'result_versions_result_setid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger result_versions dorsal_owner_result_versions
create or replace trigger dorsal_owner_result_versions before insert or update of "result_setid", organizationid on public."result_versions" for each row execute function public.dorsal_owner_result_versions();

-- rule: trigger result_versions dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."result_versions" referencing new table as changed for each statement execute function public.dorsal_note_changes('result_versionid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger result_versions dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."result_versions" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('result_versionid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger result_versions dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."result_versions" referencing old table as was for each statement execute function public.dorsal_note_changes('result_versionid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_results
create or replace function public.dorsal_owner_results() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."result_sets" p where p."result_setid" = new."result_setid";
  if not found and new."result_setid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'results', column = 'result_setid', constraint = 'results_result_setid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger results dorsal_owner_results
create or replace trigger dorsal_owner_results before insert or update of "result_setid", organizationid on public."results" for each row execute function public.dorsal_owner_results();

-- rule: trigger results dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."results" referencing new table as changed for each statement execute function public.dorsal_note_changes('resultid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger results dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."results" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('resultid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger results dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."results" referencing old table as was for each statement execute function public.dorsal_note_changes('resultid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger roles dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."roles" referencing new table as changed for each statement execute function public.dorsal_note_changes('roleid', 'null::bigint', 'null::bigint');

-- rule: trigger roles dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."roles" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('roleid', 'null::bigint', 'null::bigint');

-- rule: trigger roles dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."roles" referencing old table as was for each statement execute function public.dorsal_note_changes('roleid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_owner_serial_events
create or replace function public.dorsal_owner_serial_events() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."serials" p where p."serialid" = new."serialid";
  if not found and new."serialid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'serial_events', column = 'serialid', constraint = 'serial_events_serialid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger serial_events dorsal_owner_serial_events
create or replace trigger dorsal_owner_serial_events before insert or update of "serialid", organizationid on public."serial_events" for each row execute function public.dorsal_owner_serial_events();

-- rule: trigger serial_events dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."serial_events" referencing new table as changed for each statement execute function public.dorsal_note_changes('serial_eventid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger serial_events dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."serial_events" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('serial_eventid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger serial_events dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."serial_events" referencing old table as was for each statement execute function public.dorsal_note_changes('serial_eventid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_serial_rankings
create or replace function public.dorsal_owner_serial_rankings() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."serials" p where p."serialid" = new."serialid";
  if not found and new."serialid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'serial_rankings', column = 'serialid', constraint = 'serial_rankings_serialid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger serial_rankings dorsal_owner_serial_rankings
create or replace trigger dorsal_owner_serial_rankings before insert or update of "serialid", organizationid on public."serial_rankings" for each row execute function public.dorsal_owner_serial_rankings();

-- rule: trigger serial_rankings dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."serial_rankings" referencing new table as changed for each statement execute function public.dorsal_note_changes('serial_rankingid', 'c."organizationid"', 'null::bigint');

-- rule: trigger serial_rankings dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."serial_rankings" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('serial_rankingid', 'c."organizationid"', 'null::bigint');

-- rule: trigger serial_rankings dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."serial_rankings" referencing old table as was for each statement execute function public.dorsal_note_changes('serial_rankingid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_owner_serial_standings
create or replace function public.dorsal_owner_serial_standings() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."serial_rankings" p where p."serial_rankingid" = new."serial_rankingid";
  if not found and new."serial_rankingid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'serial_standings', column = 'serial_rankingid', constraint = 'serial_standings_serial_rankingid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger serial_standings dorsal_owner_serial_standings
create or replace trigger dorsal_owner_serial_standings before insert or update of "serial_rankingid", organizationid on public."serial_standings" for each row execute function public.dorsal_owner_serial_standings();

-- rule: trigger serial_standings dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."serial_standings" referencing new table as changed for each statement execute function public.dorsal_note_changes('serial_standingid', 'c."organizationid"', 'null::bigint');

-- rule: trigger serial_standings dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."serial_standings" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('serial_standingid', 'c."organizationid"', 'null::bigint');

-- rule: trigger serial_standings dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."serial_standings" referencing old table as was for each statement execute function public.dorsal_note_changes('serial_standingid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_tally_serial_events_serialid_serials
create or replace function public.dorsal_tally_serial_events_serialid_serials() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."serialid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "events_count" from (select "serialid", "deleted_at", 1 as sign from added) c where c."serialid" is not null group by c."serialid"),
    d as materialized (select * from s where s."events_count" <> 0),
    l as materialized (select p."serialid" from public."serials" p where p."serialid" in (select d.parent from d) order by p."serialid" for no key update)
    update public."serials" p set "events_count" = p."events_count" + d."events_count"
    from d join l on l."serialid" = d.parent where p."serialid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."serialid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "events_count" from (select "serialid", "deleted_at", -1 as sign from gone) c where c."serialid" is not null group by c."serialid"),
    d as materialized (select * from s where s."events_count" <> 0),
    l as materialized (select p."serialid" from public."serials" p where p."serialid" in (select d.parent from d) order by p."serialid" for no key update)
    update public."serials" p set "events_count" = p."events_count" + d."events_count"
    from d join l on l."serialid" = d.parent where p."serialid" = d.parent;
  else
    with s as materialized (select c."serialid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "events_count" from (select "serialid", "deleted_at", 1 as sign from added union all select "serialid", "deleted_at", -1 as sign from gone) c where c."serialid" is not null group by c."serialid"),
    d as materialized (select * from s where s."events_count" <> 0),
    l as materialized (select p."serialid" from public."serials" p where p."serialid" in (select d.parent from d) order by p."serialid" for no key update)
    update public."serials" p set "events_count" = p."events_count" + d."events_count"
    from d join l on l."serialid" = d.parent where p."serialid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger serial_events dorsal_tally_serial_events_serialid_serials_insert
create or replace trigger dorsal_tally_serial_events_serialid_serials_insert after insert on public."serial_events" referencing new table as added for each statement execute function public.dorsal_tally_serial_events_serialid_serials();

-- rule: trigger serial_events dorsal_tally_serial_events_serialid_serials_delete
create or replace trigger dorsal_tally_serial_events_serialid_serials_delete after delete on public."serial_events" referencing old table as gone for each statement execute function public.dorsal_tally_serial_events_serialid_serials();

-- rule: trigger serial_events dorsal_tally_serial_events_serialid_serials_update
create or replace trigger dorsal_tally_serial_events_serialid_serials_update after update on public."serial_events" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_serial_events_serialid_serials();

-- rule: trigger serials dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."serials" referencing new table as changed for each statement execute function public.dorsal_note_changes('serialid', 'c."organizationid"', 'null::bigint');

-- rule: trigger serials dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."serials" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('serialid', 'c."organizationid"', 'null::bigint');

-- rule: trigger serials dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."serials" referencing old table as was for each statement execute function public.dorsal_note_changes('serialid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_owner_sponsors
create or replace function public.dorsal_owner_sponsors() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'sponsors', column = 'eventid', constraint = 'sponsors_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger sponsors dorsal_owner_sponsors
create or replace trigger dorsal_owner_sponsors before insert or update of "eventid", organizationid on public."sponsors" for each row execute function public.dorsal_owner_sponsors();

-- rule: function dorsal_tally_benefits_sponsorid_sponsors
create or replace function public.dorsal_tally_benefits_sponsorid_sponsors() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."sponsorid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "benefits_count" from (select "sponsorid", "deleted_at", 1 as sign from added) c where c."sponsorid" is not null group by c."sponsorid"),
    d as materialized (select * from s where s."benefits_count" <> 0),
    l as materialized (select p."sponsorid" from public."sponsors" p where p."sponsorid" in (select d.parent from d) order by p."sponsorid" for no key update)
    update public."sponsors" p set "benefits_count" = p."benefits_count" + d."benefits_count"
    from d join l on l."sponsorid" = d.parent where p."sponsorid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."sponsorid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "benefits_count" from (select "sponsorid", "deleted_at", -1 as sign from gone) c where c."sponsorid" is not null group by c."sponsorid"),
    d as materialized (select * from s where s."benefits_count" <> 0),
    l as materialized (select p."sponsorid" from public."sponsors" p where p."sponsorid" in (select d.parent from d) order by p."sponsorid" for no key update)
    update public."sponsors" p set "benefits_count" = p."benefits_count" + d."benefits_count"
    from d join l on l."sponsorid" = d.parent where p."sponsorid" = d.parent;
  else
    with s as materialized (select c."sponsorid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "benefits_count" from (select "sponsorid", "deleted_at", 1 as sign from added union all select "sponsorid", "deleted_at", -1 as sign from gone) c where c."sponsorid" is not null group by c."sponsorid"),
    d as materialized (select * from s where s."benefits_count" <> 0),
    l as materialized (select p."sponsorid" from public."sponsors" p where p."sponsorid" in (select d.parent from d) order by p."sponsorid" for no key update)
    update public."sponsors" p set "benefits_count" = p."benefits_count" + d."benefits_count"
    from d join l on l."sponsorid" = d.parent where p."sponsorid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger benefits dorsal_tally_benefits_sponsorid_sponsors_insert
create or replace trigger dorsal_tally_benefits_sponsorid_sponsors_insert after insert on public."benefits" referencing new table as added for each statement execute function public.dorsal_tally_benefits_sponsorid_sponsors();

-- rule: trigger benefits dorsal_tally_benefits_sponsorid_sponsors_delete
create or replace trigger dorsal_tally_benefits_sponsorid_sponsors_delete after delete on public."benefits" referencing old table as gone for each statement execute function public.dorsal_tally_benefits_sponsorid_sponsors();

-- rule: trigger benefits dorsal_tally_benefits_sponsorid_sponsors_update
create or replace trigger dorsal_tally_benefits_sponsorid_sponsors_update after update on public."benefits" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_benefits_sponsorid_sponsors();

-- rule: function dorsal_linked_sponsors_viewer_membershipids
create or replace function public.dorsal_linked_sponsors_viewer_membershipids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."memberships" p where p."membershipid" = any(new."viewer_membershipids") order by p."membershipid" for key share;
  if exists (select 1 from unnest(new."viewer_membershipids") u(id) where not exists (select 1 from public."memberships" p where p."membershipid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'sponsors', column = 'viewer_membershipids', constraint = 'sponsors_viewer_membershipids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger sponsors dorsal_linked_sponsors_viewer_membershipids
create or replace trigger dorsal_linked_sponsors_viewer_membershipids before insert or update of "viewer_membershipids" on public."sponsors" for each row when (new."viewer_membershipids" is not null) execute function public.dorsal_linked_sponsors_viewer_membershipids();

-- rule: function dorsal_kept_sponsors_viewer_membershipids
create or replace function public.dorsal_kept_sponsors_viewer_membershipids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."sponsors" o where o."viewer_membershipids" @> array[old."membershipid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'sponsors', column = 'viewer_membershipids', constraint = 'sponsors_viewer_membershipids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger memberships dorsal_kept_sponsors_viewer_membershipids
create or replace trigger dorsal_kept_sponsors_viewer_membershipids after delete or update of "membershipid" on public."memberships" for each row execute function public.dorsal_kept_sponsors_viewer_membershipids();

-- rule: trigger sponsors dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."sponsors" referencing new table as changed for each statement execute function public.dorsal_note_changes('sponsorid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger sponsors dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."sponsors" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('sponsorid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger sponsors dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."sponsors" referencing old table as was for each statement execute function public.dorsal_note_changes('sponsorid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger stages dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."stages" referencing new table as changed for each statement execute function public.dorsal_note_changes('stageid', 'null::bigint', 'c."eventid"');

-- rule: trigger stages dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."stages" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('stageid', 'null::bigint', 'c."eventid"');

-- rule: trigger stages dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."stages" referencing old table as was for each statement execute function public.dorsal_note_changes('stageid', 'null::bigint', 'c."eventid"');

-- rule: trigger states dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."states" referencing new table as changed for each statement execute function public.dorsal_note_changes('stateid', 'null::bigint', 'null::bigint');

-- rule: trigger states dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."states" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('stateid', 'null::bigint', 'null::bigint');

-- rule: trigger states dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."states" referencing old table as was for each statement execute function public.dorsal_note_changes('stateid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_owner_store_movements
create or replace function public.dorsal_owner_store_movements() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."store_variants" p where p."variantid" = new."variantid";
  if not found and new."variantid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'store_movements', column = 'variantid', constraint = 'store_movements_variantid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger store_movements dorsal_owner_store_movements
create or replace trigger dorsal_owner_store_movements before insert or update of "variantid", organizationid on public."store_movements" for each row execute function public.dorsal_owner_store_movements();

-- rule: trigger store_movements dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."store_movements" referencing new table as changed for each statement execute function public.dorsal_note_changes('movementid', 'c."organizationid"', 'null::bigint');

-- rule: trigger store_movements dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."store_movements" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('movementid', 'c."organizationid"', 'null::bigint');

-- rule: trigger store_movements dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."store_movements" referencing old table as was for each statement execute function public.dorsal_note_changes('movementid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_owner_store_products
create or replace function public.dorsal_owner_store_products() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."stores" p where p."storeid" = new."storeid";
  if not found and new."storeid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'store_products', column = 'storeid', constraint = 'store_products_storeid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger store_products dorsal_owner_store_products
create or replace trigger dorsal_owner_store_products before insert or update of "storeid", organizationid on public."store_products" for each row execute function public.dorsal_owner_store_products();

-- rule: function dorsal_tally_store_movements_productid_store_products
create or replace function public.dorsal_tally_store_movements_productid_store_products() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."productid" as parent, sum(c.sign * case when true then coalesce(c."stock_change", 0) else 0 end) as "stock" from (select "productid", "stock_change", 1 as sign from added) c where c."productid" is not null group by c."productid"),
    d as materialized (select * from s where s."stock" <> 0),
    l as materialized (select p."productid" from public."store_products" p where p."productid" in (select d.parent from d) order by p."productid" for no key update)
    update public."store_products" p set "stock" = p."stock" + d."stock"
    from d join l on l."productid" = d.parent where p."productid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger store_movements dorsal_tally_store_movements_productid_store_products_insert
create or replace trigger dorsal_tally_store_movements_productid_store_products_insert after insert on public."store_movements" referencing new table as added for each statement execute function public.dorsal_tally_store_movements_productid_store_products();

-- rule: trigger store_products dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."store_products" referencing new table as changed for each statement execute function public.dorsal_note_changes('productid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger store_products dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."store_products" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('productid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger store_products dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."store_products" referencing old table as was for each statement execute function public.dorsal_note_changes('productid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_store_sale_lines
create or replace function public.dorsal_owner_store_sale_lines() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."store_sales" p where p."saleid" = new."saleid";
  if not found and new."saleid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'store_sale_lines', column = 'saleid', constraint = 'store_sale_lines_saleid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger store_sale_lines dorsal_owner_store_sale_lines
create or replace trigger dorsal_owner_store_sale_lines before insert or update of "saleid", organizationid on public."store_sale_lines" for each row execute function public.dorsal_owner_store_sale_lines();

-- rule: trigger store_sale_lines dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."store_sale_lines" referencing new table as changed for each statement execute function public.dorsal_note_changes('sale_lineid', 'c."organizationid"', 'null::bigint');

-- rule: trigger store_sale_lines dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."store_sale_lines" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('sale_lineid', 'c."organizationid"', 'null::bigint');

-- rule: trigger store_sale_lines dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."store_sale_lines" referencing old table as was for each statement execute function public.dorsal_note_changes('sale_lineid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_owner_store_sales
create or replace function public.dorsal_owner_store_sales() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'store_sales', column = 'eventid', constraint = 'store_sales_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger store_sales dorsal_owner_store_sales
create or replace trigger dorsal_owner_store_sales before insert or update of "eventid", organizationid on public."store_sales" for each row execute function public.dorsal_owner_store_sales();

-- rule: function dorsal_tally_store_sale_lines_saleid_store_sales
create or replace function public.dorsal_tally_store_sale_lines_saleid_store_sales() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."saleid" as parent, sum(c.sign * case when c.deleted_at is null then coalesce(c."qty", 0) else 0 end) as "items" from (select "saleid", "deleted_at", "qty", 1 as sign from added) c where c."saleid" is not null group by c."saleid"),
    d as materialized (select * from s where s."items" <> 0),
    l as materialized (select p."saleid" from public."store_sales" p where p."saleid" in (select d.parent from d) order by p."saleid" for no key update)
    update public."store_sales" p set "items" = p."items" + d."items"
    from d join l on l."saleid" = d.parent where p."saleid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."saleid" as parent, sum(c.sign * case when c.deleted_at is null then coalesce(c."qty", 0) else 0 end) as "items" from (select "saleid", "deleted_at", "qty", -1 as sign from gone) c where c."saleid" is not null group by c."saleid"),
    d as materialized (select * from s where s."items" <> 0),
    l as materialized (select p."saleid" from public."store_sales" p where p."saleid" in (select d.parent from d) order by p."saleid" for no key update)
    update public."store_sales" p set "items" = p."items" + d."items"
    from d join l on l."saleid" = d.parent where p."saleid" = d.parent;
  else
    with s as materialized (select c."saleid" as parent, sum(c.sign * case when c.deleted_at is null then coalesce(c."qty", 0) else 0 end) as "items" from (select "saleid", "deleted_at", "qty", 1 as sign from added union all select "saleid", "deleted_at", "qty", -1 as sign from gone) c where c."saleid" is not null group by c."saleid"),
    d as materialized (select * from s where s."items" <> 0),
    l as materialized (select p."saleid" from public."store_sales" p where p."saleid" in (select d.parent from d) order by p."saleid" for no key update)
    update public."store_sales" p set "items" = p."items" + d."items"
    from d join l on l."saleid" = d.parent where p."saleid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger store_sale_lines dorsal_tally_store_sale_lines_saleid_store_sales_insert
create or replace trigger dorsal_tally_store_sale_lines_saleid_store_sales_insert after insert on public."store_sale_lines" referencing new table as added for each statement execute function public.dorsal_tally_store_sale_lines_saleid_store_sales();

-- rule: trigger store_sale_lines dorsal_tally_store_sale_lines_saleid_store_sales_delete
create or replace trigger dorsal_tally_store_sale_lines_saleid_store_sales_delete after delete on public."store_sale_lines" referencing old table as gone for each statement execute function public.dorsal_tally_store_sale_lines_saleid_store_sales();

-- rule: trigger store_sale_lines dorsal_tally_store_sale_lines_saleid_store_sales_update
create or replace trigger dorsal_tally_store_sale_lines_saleid_store_sales_update after update on public."store_sale_lines" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_store_sale_lines_saleid_store_sales();

-- rule: trigger store_sales dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."store_sales" referencing new table as changed for each statement execute function public.dorsal_note_changes('saleid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger store_sales dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."store_sales" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('saleid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger store_sales dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."store_sales" referencing old table as was for each statement execute function public.dorsal_note_changes('saleid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_store_variants
create or replace function public.dorsal_owner_store_variants() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."store_products" p where p."productid" = new."productid";
  if not found and new."productid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'store_variants', column = 'productid', constraint = 'store_variants_productid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger store_variants dorsal_owner_store_variants
create or replace trigger dorsal_owner_store_variants before insert or update of "productid", organizationid on public."store_variants" for each row execute function public.dorsal_owner_store_variants();

-- rule: function dorsal_tally_store_movements_variantid_store_variants
create or replace function public.dorsal_tally_store_movements_variantid_store_variants() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."variantid" as parent, sum(c.sign * case when true then coalesce(c."received_change", 0) else 0 end) as "received", sum(c.sign * case when true then coalesce(c."reserved_change", 0) else 0 end) as "reserved", sum(c.sign * case when true then coalesce(c."sold_change", 0) else 0 end) as "sold", sum(c.sign * case when true then coalesce(c."adjusted_change", 0) else 0 end) as "adjusted" from (select "variantid", "received_change", "reserved_change", "sold_change", "adjusted_change", 1 as sign from added) c where c."variantid" is not null group by c."variantid"),
    d as materialized (select * from s where s."received" <> 0 or s."reserved" <> 0 or s."sold" <> 0 or s."adjusted" <> 0),
    l as materialized (select p."variantid" from public."store_variants" p where p."variantid" in (select d.parent from d) order by p."variantid" for no key update)
    update public."store_variants" p set "received" = p."received" + d."received", "reserved" = p."reserved" + d."reserved", "sold" = p."sold" + d."sold", "adjusted" = p."adjusted" + d."adjusted"
    from d join l on l."variantid" = d.parent where p."variantid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger store_movements dorsal_tally_store_movements_variantid_store_variants_insert
create or replace trigger dorsal_tally_store_movements_variantid_store_variants_insert after insert on public."store_movements" referencing new table as added for each statement execute function public.dorsal_tally_store_movements_variantid_store_variants();

-- rule: trigger store_variants dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."store_variants" referencing new table as changed for each statement execute function public.dorsal_note_changes('variantid', 'c."organizationid"', 'null::bigint');

-- rule: trigger store_variants dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."store_variants" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('variantid', 'c."organizationid"', 'null::bigint');

-- rule: trigger store_variants dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."store_variants" referencing old table as was for each statement execute function public.dorsal_note_changes('variantid', 'c."organizationid"', 'null::bigint');

-- rule: trigger stores dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."stores" referencing new table as changed for each statement execute function public.dorsal_note_changes('storeid', 'c."organizationid"', 'null::bigint');

-- rule: trigger stores dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."stores" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('storeid', 'c."organizationid"', 'null::bigint');

-- rule: trigger stores dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."stores" referencing old table as was for each statement execute function public.dorsal_note_changes('storeid', 'c."organizationid"', 'null::bigint');

-- rule: trigger subscription_charges dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."subscription_charges" referencing new table as changed for each statement execute function public.dorsal_note_changes('subscription_chargeid', 'null::bigint', 'null::bigint');

-- rule: trigger subscription_charges dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."subscription_charges" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('subscription_chargeid', 'null::bigint', 'null::bigint');

-- rule: trigger subscription_charges dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."subscription_charges" referencing old table as was for each statement execute function public.dorsal_note_changes('subscription_chargeid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_owner_tribike_orders
create or replace function public.dorsal_owner_tribike_orders() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'tribike_orders', column = 'eventid', constraint = 'tribike_orders_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger tribike_orders dorsal_owner_tribike_orders
create or replace trigger dorsal_owner_tribike_orders before insert or update of "eventid", organizationid on public."tribike_orders" for each row execute function public.dorsal_owner_tribike_orders();

-- rule: trigger tribike_orders dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."tribike_orders" referencing new table as changed for each statement execute function public.dorsal_note_changes('tribike_orderid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger tribike_orders dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."tribike_orders" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('tribike_orderid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger tribike_orders dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."tribike_orders" referencing old table as was for each statement execute function public.dorsal_note_changes('tribike_orderid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_tshirt_models
create or replace function public.dorsal_owner_tshirt_models() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'tshirt_models', column = 'eventid', constraint = 'tshirt_models_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger tshirt_models dorsal_owner_tshirt_models
create or replace trigger dorsal_owner_tshirt_models before insert or update of "eventid", organizationid on public."tshirt_models" for each row execute function public.dorsal_owner_tshirt_models();

-- rule: function dorsal_linked_tshirt_models_distanceids
create or replace function public.dorsal_linked_tshirt_models_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."distances" p where p."distanceid" = any(new."distanceids") order by p."distanceid" for key share;
  if exists (select 1 from unnest(new."distanceids") u(id) where not exists (select 1 from public."distances" p where p."distanceid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'tshirt_models', column = 'distanceids', constraint = 'tshirt_models_distanceids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger tshirt_models dorsal_linked_tshirt_models_distanceids
create or replace trigger dorsal_linked_tshirt_models_distanceids before insert or update of "distanceids" on public."tshirt_models" for each row when (new."distanceids" is not null) execute function public.dorsal_linked_tshirt_models_distanceids();

-- rule: function dorsal_kept_tshirt_models_distanceids
create or replace function public.dorsal_kept_tshirt_models_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."tshirt_models" o where o."distanceids" @> array[old."distanceid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'tshirt_models', column = 'distanceids', constraint = 'tshirt_models_distanceids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_kept_tshirt_models_distanceids
create or replace trigger dorsal_kept_tshirt_models_distanceids after delete or update of "distanceid" on public."distances" for each row execute function public.dorsal_kept_tshirt_models_distanceids();

-- rule: trigger tshirt_models dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."tshirt_models" referencing new table as changed for each statement execute function public.dorsal_note_changes('tshirt_modelid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger tshirt_models dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."tshirt_models" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('tshirt_modelid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger tshirt_models dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."tshirt_models" referencing old table as was for each statement execute function public.dorsal_note_changes('tshirt_modelid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_owner_tshirt_movements
create or replace function public.dorsal_owner_tshirt_movements() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."tshirt_stock" p where p."tshirt_stockid" = new."tshirt_stockid";
  if not found and new."tshirt_stockid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'tshirt_movements', column = 'tshirt_stockid', constraint = 'tshirt_movements_tshirt_stockid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger tshirt_movements dorsal_owner_tshirt_movements
create or replace trigger dorsal_owner_tshirt_movements before insert or update of "tshirt_stockid", organizationid on public."tshirt_movements" for each row execute function public.dorsal_owner_tshirt_movements();

-- rule: trigger tshirt_movements dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."tshirt_movements" referencing new table as changed for each statement execute function public.dorsal_note_changes('movementid', 'c."organizationid"', 'null::bigint');

-- rule: trigger tshirt_movements dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."tshirt_movements" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('movementid', 'c."organizationid"', 'null::bigint');

-- rule: trigger tshirt_movements dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."tshirt_movements" referencing old table as was for each statement execute function public.dorsal_note_changes('movementid', 'c."organizationid"', 'null::bigint');

-- rule: function dorsal_owner_tshirt_stock
create or replace function public.dorsal_owner_tshirt_stock() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid, p."eventid" into new.organizationid, new."eventid" from public."tshirt_models" p where p."tshirt_modelid" = new."tshirt_modelid";
  if not found and new."tshirt_modelid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'tshirt_stock', column = 'tshirt_modelid', constraint = 'tshirt_stock_tshirt_modelid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger tshirt_stock dorsal_owner_tshirt_stock
create or replace trigger dorsal_owner_tshirt_stock before insert or update of "tshirt_modelid", organizationid, "eventid" on public."tshirt_stock" for each row execute function public.dorsal_owner_tshirt_stock();

-- rule: function dorsal_tally_tshirt_movements_tshirt_stockid_tshirt_stock
create or replace function public.dorsal_tally_tshirt_movements_tshirt_stockid_tshirt_stock() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."tshirt_stockid" as parent, sum(c.sign * case when true then coalesce(c."received_change", 0) else 0 end) as "received", sum(c.sign * case when true then coalesce(c."reserved_change", 0) else 0 end) as "reserved", sum(c.sign * case when true then coalesce(c."delivered_change", 0) else 0 end) as "delivered", sum(c.sign * case when true then coalesce(c."adjusted_change", 0) else 0 end) as "adjusted" from (select "tshirt_stockid", "received_change", "reserved_change", "delivered_change", "adjusted_change", 1 as sign from added) c where c."tshirt_stockid" is not null group by c."tshirt_stockid"),
    d as materialized (select * from s where s."received" <> 0 or s."reserved" <> 0 or s."delivered" <> 0 or s."adjusted" <> 0),
    l as materialized (select p."tshirt_stockid" from public."tshirt_stock" p where p."tshirt_stockid" in (select d.parent from d) order by p."tshirt_stockid" for no key update)
    update public."tshirt_stock" p set "received" = p."received" + d."received", "reserved" = p."reserved" + d."reserved", "delivered" = p."delivered" + d."delivered", "adjusted" = p."adjusted" + d."adjusted"
    from d join l on l."tshirt_stockid" = d.parent where p."tshirt_stockid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger tshirt_movements dorsal_tally_tshirt_movements_tshirt_stockid_tshirt_stock_inser
create or replace trigger dorsal_tally_tshirt_movements_tshirt_stockid_tshirt_stock_inser after insert on public."tshirt_movements" referencing new table as added for each statement execute function public.dorsal_tally_tshirt_movements_tshirt_stockid_tshirt_stock();

-- rule: trigger tshirt_stock dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."tshirt_stock" referencing new table as changed for each statement execute function public.dorsal_note_changes('tshirt_stockid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger tshirt_stock dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."tshirt_stock" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('tshirt_stockid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger tshirt_stock dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."tshirt_stock" referencing old table as was for each statement execute function public.dorsal_note_changes('tshirt_stockid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger user_merges dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."user_merges" referencing new table as changed for each statement execute function public.dorsal_note_changes('mergeid', 'null::bigint', 'null::bigint');

-- rule: trigger user_merges dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."user_merges" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('mergeid', 'null::bigint', 'null::bigint');

-- rule: trigger user_merges dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."user_merges" referencing old table as was for each statement execute function public.dorsal_note_changes('mergeid', 'null::bigint', 'null::bigint');

-- rule: trigger users dorsal_stamp
create or replace trigger dorsal_stamp after insert or delete or update of "status", "deleted_at" on public."users" for each statement execute function public.dorsal_bump_access();

-- rule: trigger users dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."users" referencing new table as changed for each statement execute function public.dorsal_note_changes('userid', 'null::bigint', 'null::bigint');

-- rule: trigger users dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."users" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('userid', 'null::bigint', 'null::bigint');

-- rule: trigger users dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."users" referencing old table as was for each statement execute function public.dorsal_note_changes('userid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_owner_waitlist_entries
create or replace function public.dorsal_owner_waitlist_entries() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'waitlist_entries', column = 'eventid', constraint = 'waitlist_entries_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger waitlist_entries dorsal_owner_waitlist_entries
create or replace trigger dorsal_owner_waitlist_entries before insert or update of "eventid", organizationid on public."waitlist_entries" for each row execute function public.dorsal_owner_waitlist_entries();

-- rule: trigger waitlist_entries dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."waitlist_entries" referencing new table as changed for each statement execute function public.dorsal_note_changes('waitlist_entryid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger waitlist_entries dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."waitlist_entries" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('waitlist_entryid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger waitlist_entries dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."waitlist_entries" referencing old table as was for each statement execute function public.dorsal_note_changes('waitlist_entryid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger wallet_movements dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."wallet_movements" referencing new table as changed for each statement execute function public.dorsal_note_changes('movementid', 'null::bigint', 'null::bigint');

-- rule: trigger wallet_movements dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."wallet_movements" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('movementid', 'null::bigint', 'null::bigint');

-- rule: trigger wallet_movements dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."wallet_movements" referencing old table as was for each statement execute function public.dorsal_note_changes('movementid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_tally_wallet_movements_walletid_wallets
create or replace function public.dorsal_tally_wallet_movements_walletid_wallets() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."walletid" as parent, sum(c.sign * case when true then coalesce(c."available_change_cents", 0) else 0 end) as "available_cents", sum(c.sign * case when true then coalesce(c."frozen_change_cents", 0) else 0 end) as "frozen_cents", sum(c.sign * case when true then 1 else 0 end) as "movements_count" from (select "walletid", "available_change_cents", "frozen_change_cents", 1 as sign from added) c where c."walletid" is not null group by c."walletid"),
    d as materialized (select * from s where s."available_cents" <> 0 or s."frozen_cents" <> 0 or s."movements_count" <> 0),
    l as materialized (select p."walletid" from public."wallets" p where p."walletid" in (select d.parent from d) order by p."walletid" for no key update)
    update public."wallets" p set "available_cents" = p."available_cents" + d."available_cents", "frozen_cents" = p."frozen_cents" + d."frozen_cents", "movements_count" = p."movements_count" + d."movements_count"
    from d join l on l."walletid" = d.parent where p."walletid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger wallet_movements dorsal_tally_wallet_movements_walletid_wallets_insert
create or replace trigger dorsal_tally_wallet_movements_walletid_wallets_insert after insert on public."wallet_movements" referencing new table as added for each statement execute function public.dorsal_tally_wallet_movements_walletid_wallets();

-- rule: trigger wallets dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."wallets" referencing new table as changed for each statement execute function public.dorsal_note_changes('walletid', 'null::bigint', 'null::bigint');

-- rule: trigger wallets dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."wallets" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('walletid', 'null::bigint', 'null::bigint');

-- rule: trigger wallets dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."wallets" referencing old table as was for each statement execute function public.dorsal_note_changes('walletid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_owner_waves
create or replace function public.dorsal_owner_waves() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'waves', column = 'eventid', constraint = 'waves_eventid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger waves dorsal_owner_waves
create or replace trigger dorsal_owner_waves before insert or update of "eventid", organizationid on public."waves" for each row execute function public.dorsal_owner_waves();

-- rule: function dorsal_tally_inscriptions_waveid_waves
create or replace function public.dorsal_tally_inscriptions_waveid_waves() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."waveid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "assigned_count" from (select "waveid", "deleted_at", "status", 1 as sign from added) c where c."waveid" is not null group by c."waveid"),
    d as materialized (select * from s where s."assigned_count" <> 0),
    l as materialized (select p."waveid" from public."waves" p where p."waveid" in (select d.parent from d) order by p."waveid" for no key update)
    update public."waves" p set "assigned_count" = p."assigned_count" + d."assigned_count"
    from d join l on l."waveid" = d.parent where p."waveid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."waveid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "assigned_count" from (select "waveid", "deleted_at", "status", -1 as sign from gone) c where c."waveid" is not null group by c."waveid"),
    d as materialized (select * from s where s."assigned_count" <> 0),
    l as materialized (select p."waveid" from public."waves" p where p."waveid" in (select d.parent from d) order by p."waveid" for no key update)
    update public."waves" p set "assigned_count" = p."assigned_count" + d."assigned_count"
    from d join l on l."waveid" = d.parent where p."waveid" = d.parent;
  else
    with s as materialized (select c."waveid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined', 'paid', 'assign_number', 'no_assign_number', 'chargeback') then 1 else 0 end) as "assigned_count" from (select "waveid", "deleted_at", "status", 1 as sign from added union all select "waveid", "deleted_at", "status", -1 as sign from gone) c where c."waveid" is not null group by c."waveid"),
    d as materialized (select * from s where s."assigned_count" <> 0),
    l as materialized (select p."waveid" from public."waves" p where p."waveid" in (select d.parent from d) order by p."waveid" for no key update)
    update public."waves" p set "assigned_count" = p."assigned_count" + d."assigned_count"
    from d join l on l."waveid" = d.parent where p."waveid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger inscriptions dorsal_tally_inscriptions_waveid_waves_insert
create or replace trigger dorsal_tally_inscriptions_waveid_waves_insert after insert on public."inscriptions" referencing new table as added for each statement execute function public.dorsal_tally_inscriptions_waveid_waves();

-- rule: trigger inscriptions dorsal_tally_inscriptions_waveid_waves_delete
create or replace trigger dorsal_tally_inscriptions_waveid_waves_delete after delete on public."inscriptions" referencing old table as gone for each statement execute function public.dorsal_tally_inscriptions_waveid_waves();

-- rule: trigger inscriptions dorsal_tally_inscriptions_waveid_waves_update
create or replace trigger dorsal_tally_inscriptions_waveid_waves_update after update on public."inscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscriptions_waveid_waves();

-- rule: function dorsal_linked_waves_distanceids
create or replace function public.dorsal_linked_waves_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from public."distances" p where p."distanceid" = any(new."distanceids") order by p."distanceid" for key share;
  if exists (select 1 from unnest(new."distanceids") u(id) where not exists (select 1 from public."distances" p where p."distanceid" = u.id)) then
    raise exception 'the set names a row that does not exist' using errcode = 'foreign_key_violation', table = 'waves', column = 'distanceids', constraint = 'waves_distanceids_fk';
  end if;
  return new;
end
$$;

-- rule: trigger waves dorsal_linked_waves_distanceids
create or replace trigger dorsal_linked_waves_distanceids before insert or update of "distanceids" on public."waves" for each row when (new."distanceids" is not null) execute function public.dorsal_linked_waves_distanceids();

-- rule: function dorsal_kept_waves_distanceids
create or replace function public.dorsal_kept_waves_distanceids() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public."waves" o where o."distanceids" @> array[old."distanceid"]) then
    raise exception 'a set still names the row' using errcode = 'foreign_key_violation', table = 'waves', column = 'distanceids', constraint = 'waves_distanceids_fk';
  end if;
  return null;
end
$$;

-- rule: trigger distances dorsal_kept_waves_distanceids
create or replace trigger dorsal_kept_waves_distanceids after delete or update of "distanceid" on public."distances" for each row execute function public.dorsal_kept_waves_distanceids();

-- rule: trigger waves dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."waves" referencing new table as changed for each statement execute function public.dorsal_note_changes('waveid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger waves dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."waves" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('waveid', 'c."organizationid"', 'c."eventid"');

-- rule: trigger waves dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."waves" referencing old table as was for each statement execute function public.dorsal_note_changes('waveid', 'c."organizationid"', 'c."eventid"');

-- rule: function dorsal_tally_inscriptions_web_userid_web_users
create or replace function public.dorsal_tally_inscriptions_web_userid_web_users() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."web_userid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "inscriptions_count" from (select "web_userid", "deleted_at", 1 as sign from added) c where c."web_userid" is not null group by c."web_userid"),
    d as materialized (select * from s where s."inscriptions_count" <> 0),
    l as materialized (select p."web_userid" from public."web_users" p where p."web_userid" in (select d.parent from d) order by p."web_userid" for no key update)
    update public."web_users" p set "inscriptions_count" = p."inscriptions_count" + d."inscriptions_count"
    from d join l on l."web_userid" = d.parent where p."web_userid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."web_userid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "inscriptions_count" from (select "web_userid", "deleted_at", -1 as sign from gone) c where c."web_userid" is not null group by c."web_userid"),
    d as materialized (select * from s where s."inscriptions_count" <> 0),
    l as materialized (select p."web_userid" from public."web_users" p where p."web_userid" in (select d.parent from d) order by p."web_userid" for no key update)
    update public."web_users" p set "inscriptions_count" = p."inscriptions_count" + d."inscriptions_count"
    from d join l on l."web_userid" = d.parent where p."web_userid" = d.parent;
  else
    with s as materialized (select c."web_userid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "inscriptions_count" from (select "web_userid", "deleted_at", 1 as sign from added union all select "web_userid", "deleted_at", -1 as sign from gone) c where c."web_userid" is not null group by c."web_userid"),
    d as materialized (select * from s where s."inscriptions_count" <> 0),
    l as materialized (select p."web_userid" from public."web_users" p where p."web_userid" in (select d.parent from d) order by p."web_userid" for no key update)
    update public."web_users" p set "inscriptions_count" = p."inscriptions_count" + d."inscriptions_count"
    from d join l on l."web_userid" = d.parent where p."web_userid" = d.parent;
  end if;
  return null;
end
$$;

-- rule: trigger inscriptions dorsal_tally_inscriptions_web_userid_web_users_insert
create or replace trigger dorsal_tally_inscriptions_web_userid_web_users_insert after insert on public."inscriptions" referencing new table as added for each statement execute function public.dorsal_tally_inscriptions_web_userid_web_users();

-- rule: trigger inscriptions dorsal_tally_inscriptions_web_userid_web_users_delete
create or replace trigger dorsal_tally_inscriptions_web_userid_web_users_delete after delete on public."inscriptions" referencing old table as gone for each statement execute function public.dorsal_tally_inscriptions_web_userid_web_users();

-- rule: trigger inscriptions dorsal_tally_inscriptions_web_userid_web_users_update
create or replace trigger dorsal_tally_inscriptions_web_userid_web_users_update after update on public."inscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscriptions_web_userid_web_users();

-- rule: trigger web_users dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."web_users" referencing new table as changed for each statement execute function public.dorsal_note_changes('web_userid', 'null::bigint', 'null::bigint');

-- rule: trigger web_users dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."web_users" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('web_userid', 'null::bigint', 'null::bigint');

-- rule: trigger web_users dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."web_users" referencing old table as was for each statement execute function public.dorsal_note_changes('web_userid', 'null::bigint', 'null::bigint');

-- rule: function dorsal_webhooks_web_users_insert
create or replace function public.dorsal_webhooks_web_users_insert() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.webhooks w where w.status = 'on' and w.deleted_at is null) then
    insert into public.webhook_deliveries (webhookid, message_ref, event, subject, subject_key, status, next_at)
    select w.webhookid, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.event, 'web_users', n.web_userid, 'waiting', now()
      from added n cross join lateral (values ('athlete.updated', false), ('athlete.merged', n.status in ('merged'))) e(event, applies)
      join public.webhooks w on w.status = 'on' and w.deleted_at is null and e.event = any(w.events) and exists (select from public.organizations p where p.organizationid = w.organizationid and p.is_platform)
     where e.applies order by n.web_userid;
  end if;
  return null;
end
$$;

-- rule: trigger web_users dorsal_webhooks_web_users_insert
create or replace trigger dorsal_webhooks_web_users_insert after insert on public."web_users" referencing new table as added for each statement execute function public.dorsal_webhooks_web_users_insert();

-- rule: function dorsal_webhooks_web_users_update
create or replace function public.dorsal_webhooks_web_users_update() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from public.webhooks w where w.status = 'on' and w.deleted_at is null) then
    insert into public.webhook_deliveries (webhookid, message_ref, event, subject, subject_key, status, next_at)
    select w.webhookid, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.event, 'web_users', n.web_userid, 'waiting', now()
      from added n join gone o on o.web_userid = n.web_userid cross join lateral (values ('athlete.updated', (to_jsonb(n) - array['updated', 'updated_by', 'version', 'twins_checked_at', 'inscriptions_count']) <> (to_jsonb(o) - array['updated', 'updated_by', 'version', 'twins_checked_at', 'inscriptions_count'])), ('athlete.merged', n.status in ('merged') and o.status not in ('merged'))) e(event, applies)
      join public.webhooks w on w.status = 'on' and w.deleted_at is null and e.event = any(w.events) and exists (select from public.organizations p where p.organizationid = w.organizationid and p.is_platform)
     where e.applies order by n.web_userid;
  end if;
  return null;
end
$$;

-- rule: trigger web_users dorsal_webhooks_web_users_update
create or replace trigger dorsal_webhooks_web_users_update after update on public."web_users" referencing new table as added old table as gone for each statement execute function public.dorsal_webhooks_web_users_update();

-- rule: function dorsal_owner_webhook_deliveries
create or replace function public.dorsal_owner_webhook_deliveries() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."webhooks" p where p."webhookid" = new."webhookid";
  if not found and new."webhookid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'webhook_deliveries', column = 'webhookid', constraint = 'webhook_deliveries_webhookid_fk';
  end if;
  return new;
end
$$;

-- rule: trigger webhook_deliveries dorsal_owner_webhook_deliveries
create or replace trigger dorsal_owner_webhook_deliveries before insert or update of "webhookid", organizationid on public."webhook_deliveries" for each row execute function public.dorsal_owner_webhook_deliveries();

-- rule: trigger webhooks dorsal_changed_insert
create or replace trigger dorsal_changed_insert after insert on public."webhooks" referencing new table as changed for each statement execute function public.dorsal_note_changes('webhookid', 'c."organizationid"', 'null::bigint');

-- rule: trigger webhooks dorsal_changed_update
create or replace trigger dorsal_changed_update after update on public."webhooks" referencing old table as was new table as changed for each statement execute function public.dorsal_note_changes('webhookid', 'c."organizationid"', 'null::bigint');

-- rule: trigger webhooks dorsal_changed_delete
create or replace trigger dorsal_changed_delete after delete on public."webhooks" referencing old table as was for each statement execute function public.dorsal_note_changes('webhookid', 'c."organizationid"', 'null::bigint');

-- rule: row access_stamp
insert into public.access_stamp (one) values (true) on conflict do nothing;

-- rule: sequences
revoke all on all sequences in schema public from dorsal_tenant, dorsal_platform, dorsal_public;
grant usage, select on all sequences in schema public to dorsal_tenant, dorsal_platform;

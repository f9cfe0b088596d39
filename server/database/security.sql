-- Projected from the declarations by "npm run db:generate"; edit those instead.

-- what an earlier version left
do $$
declare it record;
begin
  for it in select policyname, tablename from pg_policies where schemaname = 'public' and policyname like 'dorsal\_%' loop
    execute format('drop policy %I on public.%I', it.policyname, it.tablename);
  end loop;
  for it in select t.tgname, c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and t.tgname like 'dorsal\_%' loop
    execute format('drop trigger %I on public.%I', it.tgname, it.relname);
  end loop;
  for it in select proname from pg_proc where pronamespace = 'public'::regnamespace and proname like 'dorsal\_%' loop
    execute format('drop function public.%I()', it.proname);
  end loop;
  for it in select k.conname, c.relname from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'x' and c.relnamespace = 'public'::regnamespace and k.conname like '%\_excl' loop
    execute format('alter table public.%I drop constraint %I', it.relname, it.conname);
  end loop;
end $$;
revoke all on all tables in schema public from dorsal_tenant, dorsal_platform;
revoke all on all sequences in schema public from dorsal_tenant, dorsal_platform;
grant usage on schema public to dorsal_tenant, dorsal_platform;

do $$
begin
  if not (select proleakproof from pg_proc where oid = 'pg_catalog.textlike(text, text)'::regprocedure) then
    alter function pg_catalog.textlike(text, text) leakproof;
  end if;
exception when insufficient_privilege then
  raise notice 'textlike stays not leakproof: searches under a policy filter instead of using their index';
end $$;

create function dorsal_bump_access() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.access_stamp set stamp = stamp + 1;
  return null;
end
$$;

-- age_categories
grant select, insert, update, delete on public."age_categories" to dorsal_tenant;
grant select, insert, update, delete on public."age_categories" to dorsal_platform;
alter table public."age_categories" enable row level security;
create policy dorsal_platform on public."age_categories" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."age_categories" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create function dorsal_owner_age_categories() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."distances" p where p."distanceid" = new."distanceid";
  if not found and new."distanceid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'age_categories', column = 'distanceid', constraint = 'age_categories_distanceid_fk';
  end if;
  return new;
end
$$;
create trigger dorsal_owner_age_categories before insert or update of "distanceid", organizationid on public."age_categories" for each row execute function public.dorsal_owner_age_categories();

-- countries
grant select on public."countries" to dorsal_tenant;
grant select, insert, update, delete on public."countries" to dorsal_platform;
alter table public."countries" enable row level security;
create policy dorsal_platform on public."countries" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."countries" for select to dorsal_tenant using (true);

-- coupon_batches
grant select, insert, update, delete on public."coupon_batches" to dorsal_tenant;
grant select, insert, update, delete on public."coupon_batches" to dorsal_platform;
alter table public."coupon_batches" enable row level security;
create policy dorsal_platform on public."coupon_batches" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."coupon_batches" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create function dorsal_tally_coupons_coupon_batchid_coupon_batches() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."coupon_batchid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "coupons_count" from (select "coupon_batchid", "deleted_at", 1 as sign from added) c where c."coupon_batchid" is not null group by c."coupon_batchid"),
    d as materialized (select * from s where s."coupons_count" <> 0),
    l as materialized (select p."coupon_batchid" from public."coupon_batches" p where p."coupon_batchid" in (select d.parent from d) order by p."coupon_batchid" for no key update)
    update public."coupon_batches" p set "coupons_count" = p."coupons_count" + d."coupons_count"
    from d join l on l."coupon_batchid" = d.parent where p."coupon_batchid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."coupon_batchid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "coupons_count" from (select "coupon_batchid", "deleted_at", -1 as sign from gone) c where c."coupon_batchid" is not null group by c."coupon_batchid"),
    d as materialized (select * from s where s."coupons_count" <> 0),
    l as materialized (select p."coupon_batchid" from public."coupon_batches" p where p."coupon_batchid" in (select d.parent from d) order by p."coupon_batchid" for no key update)
    update public."coupon_batches" p set "coupons_count" = p."coupons_count" + d."coupons_count"
    from d join l on l."coupon_batchid" = d.parent where p."coupon_batchid" = d.parent;
  else
    with s as materialized (select c."coupon_batchid" as parent, sum(c.sign * case when c.deleted_at is null then 1 else 0 end) as "coupons_count" from (select "coupon_batchid", "deleted_at", 1 as sign from added union all select "coupon_batchid", "deleted_at", -1 as sign from gone) c where c."coupon_batchid" is not null group by c."coupon_batchid"),
    d as materialized (select * from s where s."coupons_count" <> 0),
    l as materialized (select p."coupon_batchid" from public."coupon_batches" p where p."coupon_batchid" in (select d.parent from d) order by p."coupon_batchid" for no key update)
    update public."coupon_batches" p set "coupons_count" = p."coupons_count" + d."coupons_count"
    from d join l on l."coupon_batchid" = d.parent where p."coupon_batchid" = d.parent;
  end if;
  return null;
end
$$;
create trigger dorsal_tally_coupons_coupon_batchid_coupon_batches_insert after insert on public."coupons" referencing new table as added for each statement execute function public.dorsal_tally_coupons_coupon_batchid_coupon_batches();
create trigger dorsal_tally_coupons_coupon_batchid_coupon_batches_delete after delete on public."coupons" referencing old table as gone for each statement execute function public.dorsal_tally_coupons_coupon_batchid_coupon_batches();
create trigger dorsal_tally_coupons_coupon_batchid_coupon_batches_update after update on public."coupons" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_coupons_coupon_batchid_coupon_batches();

-- coupons
grant select, insert, update, delete on public."coupons" to dorsal_tenant;
grant select, insert, update, delete on public."coupons" to dorsal_platform;
alter table public."coupons" enable row level security;
create policy dorsal_platform on public."coupons" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."coupons" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create function dorsal_tally_inscriptions_couponid_coupons() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."couponid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number') then 1 else 0 end) as "uses_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "reserved_count" from (select "couponid", "deleted_at", "status", 1 as sign from added) c where c."couponid" is not null group by c."couponid"),
    d as materialized (select * from s where s."uses_count" <> 0 or s."reserved_count" <> 0),
    l as materialized (select p."couponid" from public."coupons" p where p."couponid" in (select d.parent from d) order by p."couponid" for no key update)
    update public."coupons" p set "uses_count" = p."uses_count" + d."uses_count", "reserved_count" = p."reserved_count" + d."reserved_count"
    from d join l on l."couponid" = d.parent where p."couponid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."couponid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number') then 1 else 0 end) as "uses_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "reserved_count" from (select "couponid", "deleted_at", "status", -1 as sign from gone) c where c."couponid" is not null group by c."couponid"),
    d as materialized (select * from s where s."uses_count" <> 0 or s."reserved_count" <> 0),
    l as materialized (select p."couponid" from public."coupons" p where p."couponid" in (select d.parent from d) order by p."couponid" for no key update)
    update public."coupons" p set "uses_count" = p."uses_count" + d."uses_count", "reserved_count" = p."reserved_count" + d."reserved_count"
    from d join l on l."couponid" = d.parent where p."couponid" = d.parent;
  else
    with s as materialized (select c."couponid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number') then 1 else 0 end) as "uses_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "reserved_count" from (select "couponid", "deleted_at", "status", 1 as sign from added union all select "couponid", "deleted_at", "status", -1 as sign from gone) c where c."couponid" is not null group by c."couponid"),
    d as materialized (select * from s where s."uses_count" <> 0 or s."reserved_count" <> 0),
    l as materialized (select p."couponid" from public."coupons" p where p."couponid" in (select d.parent from d) order by p."couponid" for no key update)
    update public."coupons" p set "uses_count" = p."uses_count" + d."uses_count", "reserved_count" = p."reserved_count" + d."reserved_count"
    from d join l on l."couponid" = d.parent where p."couponid" = d.parent;
  end if;
  return null;
end
$$;
create trigger dorsal_tally_inscriptions_couponid_coupons_insert after insert on public."inscriptions" referencing new table as added for each statement execute function public.dorsal_tally_inscriptions_couponid_coupons();
create trigger dorsal_tally_inscriptions_couponid_coupons_delete after delete on public."inscriptions" referencing old table as gone for each statement execute function public.dorsal_tally_inscriptions_couponid_coupons();
create trigger dorsal_tally_inscriptions_couponid_coupons_update after update on public."inscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscriptions_couponid_coupons();

-- distances
grant select, insert, update, delete on public."distances" to dorsal_tenant;
grant select, insert, update, delete on public."distances" to dorsal_platform;
alter table public."distances" enable row level security;
create policy dorsal_platform on public."distances" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."distances" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create function dorsal_owner_distances() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'distances', column = 'eventid', constraint = 'distances_eventid_fk';
  end if;
  return new;
end
$$;
create trigger dorsal_owner_distances before insert or update of "eventid", organizationid on public."distances" for each row execute function public.dorsal_owner_distances();
create function dorsal_tally_inscriptions_distanceid_distances() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."distanceid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "held_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number') then 1 else 0 end) as "sold_count" from (select "distanceid", "deleted_at", "status", 1 as sign from added) c where c."distanceid" is not null group by c."distanceid"),
    d as materialized (select * from s where s."held_count" <> 0 or s."sold_count" <> 0),
    l as materialized (select p."distanceid" from public."distances" p where p."distanceid" in (select d.parent from d) order by p."distanceid" for no key update)
    update public."distances" p set "held_count" = p."held_count" + d."held_count", "sold_count" = p."sold_count" + d."sold_count"
    from d join l on l."distanceid" = d.parent where p."distanceid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."distanceid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "held_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number') then 1 else 0 end) as "sold_count" from (select "distanceid", "deleted_at", "status", -1 as sign from gone) c where c."distanceid" is not null group by c."distanceid"),
    d as materialized (select * from s where s."held_count" <> 0 or s."sold_count" <> 0),
    l as materialized (select p."distanceid" from public."distances" p where p."distanceid" in (select d.parent from d) order by p."distanceid" for no key update)
    update public."distances" p set "held_count" = p."held_count" + d."held_count", "sold_count" = p."sold_count" + d."sold_count"
    from d join l on l."distanceid" = d.parent where p."distanceid" = d.parent;
  else
    with s as materialized (select c."distanceid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "held_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number') then 1 else 0 end) as "sold_count" from (select "distanceid", "deleted_at", "status", 1 as sign from added union all select "distanceid", "deleted_at", "status", -1 as sign from gone) c where c."distanceid" is not null group by c."distanceid"),
    d as materialized (select * from s where s."held_count" <> 0 or s."sold_count" <> 0),
    l as materialized (select p."distanceid" from public."distances" p where p."distanceid" in (select d.parent from d) order by p."distanceid" for no key update)
    update public."distances" p set "held_count" = p."held_count" + d."held_count", "sold_count" = p."sold_count" + d."sold_count"
    from d join l on l."distanceid" = d.parent where p."distanceid" = d.parent;
  end if;
  return null;
end
$$;
create trigger dorsal_tally_inscriptions_distanceid_distances_insert after insert on public."inscriptions" referencing new table as added for each statement execute function public.dorsal_tally_inscriptions_distanceid_distances();
create trigger dorsal_tally_inscriptions_distanceid_distances_delete after delete on public."inscriptions" referencing old table as gone for each statement execute function public.dorsal_tally_inscriptions_distanceid_distances();
create trigger dorsal_tally_inscriptions_distanceid_distances_update after update on public."inscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscriptions_distanceid_distances();

-- events
grant select, insert, update, delete on public."events" to dorsal_tenant;
grant select, insert, update, delete on public."events" to dorsal_platform;
alter table public."events" enable row level security;
create policy dorsal_platform on public."events" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."events" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create function dorsal_tally_distances_eventid_events() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
create trigger dorsal_tally_distances_eventid_events_insert after insert on public."distances" referencing new table as added for each statement execute function public.dorsal_tally_distances_eventid_events();
create trigger dorsal_tally_distances_eventid_events_delete after delete on public."distances" referencing old table as gone for each statement execute function public.dorsal_tally_distances_eventid_events();
create trigger dorsal_tally_distances_eventid_events_update after update on public."distances" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_distances_eventid_events();
create function dorsal_tally_inscriptions_eventid_events() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with s as materialized (select c."eventid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number') then 1 else 0 end) as "sold_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "held_count", sum(c.sign * case when c.deleted_at is null then coalesce(c."paid_cents", 0) else 0 end) as "revenue_cents" from (select "eventid", "deleted_at", "status", "paid_cents", 1 as sign from added) c where c."eventid" is not null group by c."eventid"),
    d as materialized (select * from s where s."sold_count" <> 0 or s."held_count" <> 0 or s."revenue_cents" <> 0),
    l as materialized (select p."eventid" from public."events" p where p."eventid" in (select d.parent from d) order by p."eventid" for no key update)
    update public."events" p set "sold_count" = p."sold_count" + d."sold_count", "held_count" = p."held_count" + d."held_count", "revenue_cents" = p."revenue_cents" + d."revenue_cents"
    from d join l on l."eventid" = d.parent where p."eventid" = d.parent;
  elsif tg_op = 'DELETE' then
    with s as materialized (select c."eventid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number') then 1 else 0 end) as "sold_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "held_count", sum(c.sign * case when c.deleted_at is null then coalesce(c."paid_cents", 0) else 0 end) as "revenue_cents" from (select "eventid", "deleted_at", "status", "paid_cents", -1 as sign from gone) c where c."eventid" is not null group by c."eventid"),
    d as materialized (select * from s where s."sold_count" <> 0 or s."held_count" <> 0 or s."revenue_cents" <> 0),
    l as materialized (select p."eventid" from public."events" p where p."eventid" in (select d.parent from d) order by p."eventid" for no key update)
    update public."events" p set "sold_count" = p."sold_count" + d."sold_count", "held_count" = p."held_count" + d."held_count", "revenue_cents" = p."revenue_cents" + d."revenue_cents"
    from d join l on l."eventid" = d.parent where p."eventid" = d.parent;
  else
    with s as materialized (select c."eventid" as parent, sum(c.sign * case when c.deleted_at is null and c."status" in ('paid', 'assign_number', 'no_assign_number') then 1 else 0 end) as "sold_count", sum(c.sign * case when c.deleted_at is null and c."status" in ('started', 'pending_payment', 'payment_declined') then 1 else 0 end) as "held_count", sum(c.sign * case when c.deleted_at is null then coalesce(c."paid_cents", 0) else 0 end) as "revenue_cents" from (select "eventid", "deleted_at", "status", "paid_cents", 1 as sign from added union all select "eventid", "deleted_at", "status", "paid_cents", -1 as sign from gone) c where c."eventid" is not null group by c."eventid"),
    d as materialized (select * from s where s."sold_count" <> 0 or s."held_count" <> 0 or s."revenue_cents" <> 0),
    l as materialized (select p."eventid" from public."events" p where p."eventid" in (select d.parent from d) order by p."eventid" for no key update)
    update public."events" p set "sold_count" = p."sold_count" + d."sold_count", "held_count" = p."held_count" + d."held_count", "revenue_cents" = p."revenue_cents" + d."revenue_cents"
    from d join l on l."eventid" = d.parent where p."eventid" = d.parent;
  end if;
  return null;
end
$$;
create trigger dorsal_tally_inscriptions_eventid_events_insert after insert on public."inscriptions" referencing new table as added for each statement execute function public.dorsal_tally_inscriptions_eventid_events();
create trigger dorsal_tally_inscriptions_eventid_events_delete after delete on public."inscriptions" referencing old table as gone for each statement execute function public.dorsal_tally_inscriptions_eventid_events();
create trigger dorsal_tally_inscriptions_eventid_events_update after update on public."inscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscriptions_eventid_events();

-- inscription_log
grant select, insert on public."inscription_log" to dorsal_tenant;
grant select, insert on public."inscription_log" to dorsal_platform;
alter table public."inscription_log" enable row level security;
create policy dorsal_platform on public."inscription_log" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."inscription_log" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create function dorsal_owner_inscription_log() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."inscriptions" p where p."inscriptionid" = new."inscriptionid";
  if not found and new."inscriptionid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'inscription_log', column = 'inscriptionid', constraint = 'inscription_log_inscriptionid_fk';
  end if;
  return new;
end
$$;
create trigger dorsal_owner_inscription_log before insert or update of "inscriptionid", organizationid on public."inscription_log" for each row execute function public.dorsal_owner_inscription_log();

-- inscriptions
grant select, insert, update, delete on public."inscriptions" to dorsal_tenant;
grant select, insert, update, delete on public."inscriptions" to dorsal_platform;
alter table public."inscriptions" enable row level security;
create policy dorsal_platform on public."inscriptions" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."inscriptions" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create function dorsal_owner_inscriptions() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."events" p where p."eventid" = new."eventid";
  if not found and new."eventid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'inscriptions', column = 'eventid', constraint = 'inscriptions_eventid_fk';
  end if;
  return new;
end
$$;
create trigger dorsal_owner_inscriptions before insert or update of "eventid", organizationid on public."inscriptions" for each row execute function public.dorsal_owner_inscriptions();

-- membership_events
grant select, insert, update, delete on public."membership_events" to dorsal_tenant;
grant select, insert, update, delete on public."membership_events" to dorsal_platform;
alter table public."membership_events" enable row level security;
create policy dorsal_platform on public."membership_events" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."membership_events" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create function dorsal_owner_membership_events() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."memberships" p where p."membershipid" = new."membershipid";
  if not found and new."membershipid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'membership_events', column = 'membershipid', constraint = 'membership_events_membershipid_fk';
  end if;
  return new;
end
$$;
create trigger dorsal_owner_membership_events before insert or update of "membershipid", organizationid on public."membership_events" for each row execute function public.dorsal_owner_membership_events();
create trigger dorsal_stamp after insert or delete or update on public."membership_events" for each statement execute function public.dorsal_bump_access();

-- membership_roles
grant select, insert, update, delete on public."membership_roles" to dorsal_tenant;
grant select, insert, update, delete on public."membership_roles" to dorsal_platform;
alter table public."membership_roles" enable row level security;
create policy dorsal_platform on public."membership_roles" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."membership_roles" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create function dorsal_owner_membership_roles() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."memberships" p where p."membershipid" = new."membershipid";
  if not found and new."membershipid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'membership_roles', column = 'membershipid', constraint = 'membership_roles_membershipid_fk';
  end if;
  return new;
end
$$;
create trigger dorsal_owner_membership_roles before insert or update of "membershipid", organizationid on public."membership_roles" for each row execute function public.dorsal_owner_membership_roles();
create trigger dorsal_stamp after insert or delete or update on public."membership_roles" for each statement execute function public.dorsal_bump_access();

-- memberships
grant select, insert, update, delete on public."memberships" to dorsal_tenant;
grant select, insert, update, delete on public."memberships" to dorsal_platform;
alter table public."memberships" enable row level security;
create policy dorsal_platform on public."memberships" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."memberships" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create trigger dorsal_stamp after insert or delete or update on public."memberships" for each statement execute function public.dorsal_bump_access();

-- organizations
grant select, insert, update, delete on public."organizations" to dorsal_tenant;
grant select, insert, update, delete on public."organizations" to dorsal_platform;
alter table public."organizations" enable row level security;
create policy dorsal_platform on public."organizations" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."organizations" for all to dorsal_tenant using ("organizationid" = (select nullif(current_setting('app.org', true), '')::bigint)) with check ("organizationid" = (select nullif(current_setting('app.org', true), '')::bigint));
create function dorsal_tally_events_organizationid_organizations() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
create trigger dorsal_tally_events_organizationid_organizations_insert after insert on public."events" referencing new table as added for each statement execute function public.dorsal_tally_events_organizationid_organizations();
create trigger dorsal_tally_events_organizationid_organizations_delete after delete on public."events" referencing old table as gone for each statement execute function public.dorsal_tally_events_organizationid_organizations();
create trigger dorsal_tally_events_organizationid_organizations_update after update on public."events" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_events_organizationid_organizations();
create function dorsal_tally_memberships_organizationid_organizations() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
create trigger dorsal_tally_memberships_organizationid_organizations_insert after insert on public."memberships" referencing new table as added for each statement execute function public.dorsal_tally_memberships_organizationid_organizations();
create trigger dorsal_tally_memberships_organizationid_organizations_delete after delete on public."memberships" referencing old table as gone for each statement execute function public.dorsal_tally_memberships_organizationid_organizations();
create trigger dorsal_tally_memberships_organizationid_organizations_update after update on public."memberships" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_memberships_organizationid_organizations();
create trigger dorsal_stamp after insert or delete or update of "is_platform", "platforms", "status", "deleted_at" on public."organizations" for each statement execute function public.dorsal_bump_access();

-- price_tiers
grant select, insert, update, delete on public."price_tiers" to dorsal_tenant;
grant select, insert, update, delete on public."price_tiers" to dorsal_platform;
alter table public."price_tiers" enable row level security;
create policy dorsal_platform on public."price_tiers" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."price_tiers" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create function dorsal_owner_price_tiers() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.organizationid into new.organizationid from public."distances" p where p."distanceid" = new."distanceid";
  if not found and new."distanceid" is not null then
    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = 'price_tiers', column = 'distanceid', constraint = 'price_tiers_distanceid_fk';
  end if;
  return new;
end
$$;
create trigger dorsal_owner_price_tiers before insert or update of "distanceid", organizationid on public."price_tiers" for each row execute function public.dorsal_owner_price_tiers();
alter table public."price_tiers" add constraint "price_tiers_distanceid_audience_excl" exclude using gist ("distanceid" with =, "audience" with =, tstzrange("starts_at", "ends_at") with &&) where (deleted_at is null and (active)) deferrable initially deferred;

-- profile_roles
grant select, insert, update, delete on public."profile_roles" to dorsal_tenant;
grant select, insert, update, delete on public."profile_roles" to dorsal_platform;
alter table public."profile_roles" enable row level security;
create policy dorsal_platform on public."profile_roles" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."profile_roles" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create policy dorsal_tenant_shared on public."profile_roles" for select to dorsal_tenant using (organizationid is null);
create trigger dorsal_stamp after insert or delete or update on public."profile_roles" for each statement execute function public.dorsal_bump_access();

-- profiles
grant select, insert, update, delete on public."profiles" to dorsal_tenant;
grant select, insert, update, delete on public."profiles" to dorsal_platform;
alter table public."profiles" enable row level security;
create policy dorsal_platform on public."profiles" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."profiles" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create policy dorsal_tenant_shared on public."profiles" for select to dorsal_tenant using (organizationid is null);
create trigger dorsal_stamp after insert or delete or update on public."profiles" for each statement execute function public.dorsal_bump_access();

-- roles
grant select on public."roles" to dorsal_tenant;
grant select, insert, update, delete on public."roles" to dorsal_platform;
alter table public."roles" enable row level security;
create policy dorsal_platform on public."roles" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."roles" for select to dorsal_tenant using (true);

-- states
grant select on public."states" to dorsal_tenant;
grant select, insert, update, delete on public."states" to dorsal_platform;
alter table public."states" enable row level security;
create policy dorsal_platform on public."states" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."states" for select to dorsal_tenant using (true);

-- stores
grant select, insert, update, delete on public."stores" to dorsal_tenant;
grant select, insert, update, delete on public."stores" to dorsal_platform;
alter table public."stores" enable row level security;
create policy dorsal_platform on public."stores" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant on public."stores" for all to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint)) with check (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));

-- users
grant select, insert, update, delete on public."users" to dorsal_tenant;
grant select, insert, update, delete on public."users" to dorsal_platform;
alter table public."users" enable row level security;
create policy dorsal_platform on public."users" for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant_select on public."users" for select to dorsal_tenant using (exists (select 1 from public."memberships" o where o."userid" = public."users"."userid" and o.deleted_at is null));
create policy dorsal_tenant_update on public."users" for update to dorsal_tenant using (exists (select 1 from public."memberships" o where o."userid" = public."users"."userid" and o.deleted_at is null)) with check (true);
create policy dorsal_tenant_insert on public."users" for insert to dorsal_tenant with check (true);
create trigger dorsal_stamp after insert or delete or update of "status", "deleted_at" on public."users" for each statement execute function public.dorsal_bump_access();

-- web_users
grant select on public."web_users" to dorsal_tenant;
grant select, insert, update, delete on public."web_users" to dorsal_platform;
alter table public."web_users" enable row level security;
create policy dorsal_platform on public."web_users" for all to dorsal_platform using (true) with check (true);
create function dorsal_tally_inscriptions_web_userid_web_users() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
create trigger dorsal_tally_inscriptions_web_userid_web_users_insert after insert on public."inscriptions" referencing new table as added for each statement execute function public.dorsal_tally_inscriptions_web_userid_web_users();
create trigger dorsal_tally_inscriptions_web_userid_web_users_delete after delete on public."inscriptions" referencing old table as gone for each statement execute function public.dorsal_tally_inscriptions_web_userid_web_users();
create trigger dorsal_tally_inscriptions_web_userid_web_users_update after update on public."inscriptions" referencing new table as added old table as gone for each statement execute function public.dorsal_tally_inscriptions_web_userid_web_users();

-- audits, uploads, access_stamp
grant select, insert on public.audits to dorsal_tenant, dorsal_platform;
alter table public.audits enable row level security;
create policy dorsal_platform on public.audits for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant_select on public.audits for select to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create policy dorsal_tenant_insert on public.audits for insert to dorsal_tenant with check (coalesce(organizationid, (select nullif(current_setting('app.org', true), '')::bigint)) = (select nullif(current_setting('app.org', true), '')::bigint));
grant select, insert on public.uploads to dorsal_tenant, dorsal_platform;
alter table public.uploads enable row level security;
create policy dorsal_platform on public.uploads for all to dorsal_platform using (true) with check (true);
create policy dorsal_tenant_select on public.uploads for select to dorsal_tenant using (organizationid = (select nullif(current_setting('app.org', true), '')::bigint));
create policy dorsal_tenant_insert on public.uploads for insert to dorsal_tenant with check (coalesce(organizationid, (select nullif(current_setting('app.org', true), '')::bigint)) = (select nullif(current_setting('app.org', true), '')::bigint));
insert into public.access_stamp (one) values (true) on conflict do nothing;
grant select on public.access_stamp to dorsal_tenant, dorsal_platform;

grant usage, select on all sequences in schema public to dorsal_tenant, dorsal_platform;

import type pg from 'pg';

const roles = "('dorsal_tenant', 'dorsal_platform', 'dorsal_public')";

/**
 * Policies and triggers of the tables of one schema, without the schema's name, so that those of temporary copies equal those of the
 * tables.
 */
const ofTables = (schema: string): string => `
  select 'policy ' || c.relname || ' ' || p.polname as name,
         md5(concat_ws('|', p.polcmd, p.polpermissive, (select string_agg(r.rolname, ',' order by r.rolname) from pg_roles r where r.oid = any(p.polroles)),
           'using ' || pg_get_expr(p.polqual, p.polrelid), 'check ' || pg_get_expr(p.polwithcheck, p.polrelid))) as found
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = ${schema} and p.polname like 'dorsal\\_%'
  union all
  select 'trigger ' || c.relname || ' ' || t.tgname, md5(t.tgenabled::text || regexp_replace(pg_get_triggerdef(t.oid), ' ON \\S+\\.', ' ON '))
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = ${schema} and not t.tgisinternal and t.tgname like 'dorsal\\_%'`;

const everything = `${ofTables("'public'::regnamespace")}
  union all
  select 'rls ' || relname, 'on' from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity
  union all
  select 'function ' || p.proname, md5(concat_ws('|', p.prosrc, p.prosecdef, p.proconfig::text, l.lanname, p.prorettype::regtype, p.provolatile))
    from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace and p.pronargs = 0 and p.proname like 'dorsal\\_%'
  union all
  select 'grants ' || relname, md5(string_agg(line, ',' order by line)) from (
    select c.relname, concat_ws(' ', r.rolname, a.privilege_type, a.is_grantable) as line
      from pg_class c cross join aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and r.rolname in ${roles}
    union all
    select c.relname, concat_ws(' ', r.rolname, a.privilege_type, t.attname, a.is_grantable)
      from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attacl is not null cross join aclexplode(t.attacl) a join pg_roles r on r.oid = a.grantee
     where c.relnamespace = 'public'::regnamespace and r.rolname in ${roles}) given group by relname
  union all
  select 'sequences', md5(coalesce(string_agg(concat_ws(' ', c.relname, (
      select string_agg(concat_ws(' ', r.rolname, a.privilege_type), ',' order by r.rolname, a.privilege_type) from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee where r.rolname in ${roles})), ';' order by c.relname), ''))
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
  union all
  select 'schema', md5(coalesce(string_agg(concat_ws(' ', r.rolname, a.privilege_type), ',' order by r.rolname, a.privilege_type), ''))
    from pg_namespace n cross join aclexplode(n.nspacl) a join pg_roles r on r.oid = a.grantee where n.nspname = 'public' and r.rolname in ${roles}
  union all
  select 'leakproof', string_agg(proleakproof::text, ',' order by proname) from pg_proc
   where oid in ('pg_catalog.textlike(text, text)'::regprocedure, 'pg_catalog.arraycontains(anyarray, anyarray)'::regprocedure)
  union all
  select 'row access_stamp', 'there' from public.access_stamp`;

/** The present text of each rule of the database, by its name. */
export type Found = ReadonlyMap<string, string>;
interface Line {
  readonly name: string;
  readonly found: string;
}
const found = ({ rows }: pg.QueryResult<Line>): Found => new Map(rows.map((line) => [line.name, line.found]));

/** Names are written with their schema, independent of the search path of the reader, so temporary copies hide nothing. */
export const plainNames = 'set local search_path = pg_catalog, pg_temp';

/** Reads the rules of the database, in the present transaction, after `plainNames`. */
export const foundRules = async (client: pg.ClientBase): Promise<Found> => found(await client.query<Line>(everything));

/** The same for the policies and triggers of temporary tables. */
export const foundCopies = async (client: pg.ClientBase): Promise<Found> =>
  found(await client.query<Line>(ofTables('pg_my_temp_schema()')));

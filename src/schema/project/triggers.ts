import { isOfParent, type Computation } from '../field';
import { parentOf, type Registry } from '../registry';
import { isPersonal } from '../isPersonal';
import type { AnyResource } from '../resource';
import { sqlLiteral } from '../sql';
import { constraintName } from './constraintName';
import type { Rule } from './rules';

const quote = (name: string): string => `"${name}"`;
const body = (lines: string): string =>
  `language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$\n${lines}\n$$`;
const define = (name: string, lines: string): Rule => ({
  name: `function ${name}`,
  sql: `create or replace function public.${name}() returns trigger ${body(lines)};`,
});
/** PostgreSQL cuts longer names off, here and in its messages. */
const longestName = 63;
/** A trigger of a table; `when` is the text between its name and the table, `then` the rest. */
const attach = (table: string, whole: string, when: string, then: string): Rule => {
  const name = whole.slice(0, longestName);
  return { name: `trigger ${table} ${name}`, sql: `create or replace trigger ${name} ${when} on public.${quote(table)} ${then};` };
};

/** The columns that a row copies from the row that owns it: its organization, and the fields that declare so. */
const inheritedOf = (resource: AnyResource): readonly string[] => [
  'organizationid',
  ...Object.entries(resource.fields)
    .filter(([, field]) => isOfParent(field))
    .map(([name]) => name),
];

/** Copies the organization and other fields from the parent, whatever was written, so that nobody can forge them. */
export const ownerTrigger = (resource: AnyResource, registry: Registry): readonly Rule[] => {
  const parent = parentOf(resource);
  if (!parent) return [];
  const name = constraintName('dorsal_owner', [resource.name], 'fk').replace(/_fk$/, '');
  const { key } = registry.get(parent.target);
  const inherited = inheritedOf(resource);
  const listed = (alias: string): string =>
    inherited.map((each) => `${alias}.${each === 'organizationid' ? each : quote(each)}`).join(', ');
  return [
    define(
      name,
      [
        'begin',
        `  select ${listed('p')} into ${listed('new')} from public.${quote(parent.target)} p where p.${quote(key)} = new.${quote(parent.field)};`,
        `  if not found and new.${quote(parent.field)} is not null then`,
        `    raise exception 'the parent of the row does not exist' using errcode = 'foreign_key_violation', table = '${resource.name}', column = '${parent.field}', constraint = '${constraintName(resource.name, [parent.field], 'fk')}';`,
        '  end if;',
        '  return new;',
        'end',
      ].join('\n'),
    ),
    attach(
      resource.name,
      name,
      `before insert or update of ${[quote(parent.field), ...inherited.map((each) => (each === 'organizationid' ? each : quote(each)))].join(', ')}`,
      `for each row execute function public.${name}()`,
    ),
  ];
};

interface Kept {
  readonly name: string;
  readonly computed: Computation;
}
interface Tally {
  readonly child: AnyResource;
  readonly parent: AnyResource;
  readonly via: string;
  readonly kept: readonly Kept[];
}

const storedComputations = (resource: AnyResource): readonly Kept[] =>
  Object.entries(resource.fields).flatMap(([name, { computed }]) => (computed?.stored ? [{ name, computed }] : []));

const talliesOf = (parent: AnyResource, registry: Registry): readonly Tally[] => {
  const groups = new Map<string, Tally>();
  for (const kept of storedComputations(parent)) {
    const { target, via } = kept.computed;
    const key = `${target}.${via}`;
    groups.set(key, { child: registry.get(target), parent, via, kept: [...(groups.get(key)?.kept ?? []), kept] });
  }
  return [...groups.values()];
};

const counted = ({ where = {}, of }: Computation, { appendOnly }: AnyResource): string => {
  const conditions = [
    ...(appendOnly ? [] : ['c.deleted_at is null']),
    ...Object.entries(where).map(([field, values]) => `c.${quote(field)} in (${values.map(sqlLiteral).join(', ')})`),
  ];
  const amount = of ? `coalesce(c.${quote(of)}, 0)` : '1';
  return `case when ${conditions.length ? conditions.join(' and ') : 'true'} then ${amount} else 0 end`;
};

/** Adds the rows of one statement to each parent. Parents are locked in the order of their keys, so that two statements never deadlock. */
const apply = ({ child, parent, via, kept }: Tally, rows: readonly (readonly [string, 1 | -1])[]): string => {
  const used = [
    ...new Set([
      via,
      ...(child.appendOnly ? [] : ['deleted_at']),
      ...kept.flatMap(({ computed }) => [...Object.keys(computed.where ?? {}), ...(computed.of ? [computed.of] : [])]),
    ]),
  ]
    .map(quote)
    .join(', ');
  const source = rows.map(([from, sign]) => `select ${used}, ${sign} as sign from ${from}`).join(' union all ');
  const sums = kept.map(({ name, computed }) => `sum(c.sign * ${counted(computed, child)}) as ${quote(name)}`).join(', ');
  const changes = kept.map(({ name }) => `s.${quote(name)} <> 0`).join(' or ');
  const key = quote(parent.key);
  return [
    `    with s as materialized (select c.${quote(via)} as parent, ${sums} from (${source}) c where c.${quote(via)} is not null group by c.${quote(via)}),`,
    `    d as materialized (select * from s where ${changes}),`,
    `    l as materialized (select p.${key} from public.${quote(parent.name)} p where p.${key} in (select d.parent from d) order by p.${key} for no key update)`,
    `    update public.${quote(parent.name)} p set ${kept.map(({ name }) => `${quote(name)} = p.${quote(name)} + d.${quote(name)}`).join(', ')}`,
    `    from d join l on l.${key} = d.parent where p.${key} = d.parent;`,
  ].join('\n');
};

const tallyTrigger = (tally: Tally): readonly Rule[] => {
  const { child, parent, via } = tally;
  const name = constraintName('dorsal_tally', [child.name, via, parent.name], 'fk').replace(/_fk$/, '');
  const trigger = (event: string, tables: string): Rule =>
    attach(child.name, `${name}_${event}`, `after ${event}`, `referencing ${tables} for each statement execute function public.${name}()`);
  return [
    define(
      name,
      [
        'begin',
        `  if tg_op = 'INSERT' then\n${apply(tally, [['added', 1]])}`,
        ...(child.appendOnly
          ? []
          : [
              `  elsif tg_op = 'DELETE' then\n${apply(tally, [['gone', -1]])}`,
              `  else\n${apply(tally, [
                ['added', 1],
                ['gone', -1],
              ])}`,
            ]),
        '  end if;\n  return null;',
        'end',
      ].join('\n'),
    ),
    trigger('insert', 'new table as added'),
    ...(child.appendOnly ? [] : [trigger('delete', 'old table as gone'), trigger('update', 'new table as added old table as gone')]),
  ];
};

/** Stored counts and sums, updated once per statement; soft-deleted children do not count. */
export const tallyTriggers = (resource: AnyResource, registry: Registry): readonly Rule[] =>
  talliesOf(resource, registry).flatMap(tallyTrigger);

const setTriggers = (owner: AnyResource, name: string, target: AnyResource): readonly Rule[] => {
  const said = (kind: string) => constraintName(`dorsal_${kind}`, [owner.name, name], 'fk').replace(/_fk$/, '');
  const [linked, kept] = [said('linked'), said('kept')];
  const [set, key] = [quote(name), quote(target.key)];
  const refuse = (what: string) =>
    `raise exception '${what}' using errcode = 'foreign_key_violation', table = '${owner.name}', column = '${name}', constraint = '${constraintName(owner.name, [name], 'fk')}';`;
  return [
    define(
      linked,
      [
        'begin',
        `  perform 1 from public.${quote(target.name)} p where p.${key} = any(new.${set}) order by p.${key} for key share;`,
        `  if exists (select 1 from unnest(new.${set}) u(id) where not exists (select 1 from public.${quote(target.name)} p where p.${key} = u.id)) then`,
        `    ${refuse('the set names a row that does not exist')}`,
        '  end if;\n  return new;',
        'end',
      ].join('\n'),
    ),
    attach(
      owner.name,
      linked,
      `before insert or update of ${set}`,
      `for each row when (new.${set} is not null) execute function public.${linked}()`,
    ),
    define(
      kept,
      [
        'begin',
        `  if exists (select 1 from public.${quote(owner.name)} o where o.${set} @> array[old.${key}]) then`,
        `    ${refuse('a set still names the row')}`,
        '  end if;\n  return null;',
        'end',
      ].join('\n'),
    ),
    attach(target.name, kept, `after delete or update of ${key}`, `for each row execute function public.${kept}()`),
  ];
};

/** The job of a foreign key, for sets of references: a link locks its target, and a referenced row may not be deleted. */
export const linkTriggers = (resource: AnyResource, registry: Registry): readonly Rule[] =>
  Object.entries(resource.all).flatMap(([name, { targets }]) => (targets ? setTriggers(resource, name, registry.get(targets)) : []));

/** Tables whose changes invalidate cached permissions; of users only the relevant columns, because every sign-in writes the others. */
const watched: Readonly<Partial<Record<string, readonly string[]>>> = {
  memberships: [],
  membership_roles: [],
  membership_events: [],
  api_keys: ['roleids', 'access', 'eventids', 'expires_at', 'status', 'deleted_at'],
  profiles: [],
  profile_roles: [],
  organizations: ['is_platform', 'platforms', 'status', 'deleted_at'],
  users: ['status', 'deleted_at'],
};

/** Raises the access stamp whenever a statement changes the data behind permissions. */
export const stampTriggers = ({ name, all }: AnyResource): readonly Rule[] => {
  const declared = Object.hasOwn(watched, name) ? watched[name] : undefined;
  if (!declared) return [];
  const columns = declared.filter((column) => column === 'deleted_at' || all[column]);
  const update = columns.length ? `update of ${columns.map(quote).join(', ')}` : 'update';
  return [
    attach(name, 'dorsal_stamp', `after insert or delete or ${update}`, 'for each statement execute function public.dorsal_bump_access()'),
  ];
};

/** The longest list of keys that one signal names; beyond it the signal says only which events are concerned. */
const mostNamed = 40;
/**
 * The one function that notifies the processes of changed rows: its arguments are the columns with the key, the organization and the
 * event. It also notes which transaction changed rows, as they were and as they are, for those who keep what was counted.
 */
export const changedFunction: Rule = {
  name: 'function dorsal_note_changes',
  sql: `create or replace function public.dorsal_note_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  part record;
  rows text := format('select %s as org, %s as event from ', tg_argv[1], tg_argv[2]);
begin
  if tg_op <> 'DELETE' then
    for part in execute format(
      'select %s as org, case when count(*) <= ${mostNamed} then to_json(array_agg(c.%I)) end as ids, case when count(distinct %s) <= ${mostNamed} then to_json(array_agg(distinct %s) filter (where %s is not null)) end as events from changed c group by 1',
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
$$;`,
};

/** The rows as a statement leaves them, and as they were. */
const tablesAt = { insert: 'new table as changed', update: 'old table as was new table as changed', delete: 'old table as was' } as const;
/** Whether changes of a table are signalled and noted: not those of rows that belong to one person, or change all the time. */
export const notesChanges = (resource: AnyResource): boolean => resource.live !== false && !isPersonal(resource);
/** The column with the event of a row; null when rows have none. */
export const eventColumn = ({ key, fields, scope }: AnyResource): string | null =>
  scope?.event === key ? key : fields['eventid']?.target === 'events' ? 'eventid' : null;

/** Notifies the processes of the rows that a statement added or changed: which ones, and never what they contain. */
export const changedTriggers = (resource: AnyResource): readonly Rule[] => {
  const { name, key, all, tenancy } = resource;
  if (!notesChanges(resource)) return [];
  const held = (column: string | null): string => (column === null ? 'null::bigint' : `c.${quote(column)}`);
  const organization = held(tenancy === 'self' ? key : all['organizationid'] ? 'organizationid' : null);
  const event = held(eventColumn(resource));
  return (['insert', 'update', 'delete'] as const).map((moment) =>
    attach(
      name,
      `dorsal_changed_${moment}`,
      `after ${moment}`,
      `referencing ${tablesAt[moment]} for each statement execute function public.dorsal_note_changes('${key}', '${organization}', '${event}')`,
    ),
  );
};

import type { AnyResource, Grants } from '@/schema';
import { can } from '@/schema/project/access';
import type { ChangedRows } from '../../jobs/signals';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inMemberTransaction } from '../../kernel/memberTransaction';
import { remember } from '../../kernel/remember';
import { select, value } from '../../kernel/select';
import { bind, column, every, quote, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { scopeSql } from '../list/scope';
import type { LivePage } from './LivePage';
import type { LivePages } from './livePages';

/** Changes of this long go out together. */
const gatherMs = 200;
/** The longest list of keys that pages get of one resource; beyond it they learn only that there were many. */
const mostIds = 200;

/** Changed rows of one resource that a person may see; without `ids` there were many. */
export interface MovedRows {
  readonly resource: string;
  readonly ids?: readonly number[];
  readonly eventids?: readonly number[];
}

const kept = new WeakMap<Grants, string>();
/** People with equal permissions see the same rows, so they are asked for once. */
const sightOf = (grants: Grants): string => remember(kept, grants, () => JSON.stringify({ ...grants, userid: 0 }));
const numbers = (lists: readonly (readonly number[] | null)[]): readonly number[] => [...new Set(lists.flatMap((list) => list ?? []))];

interface Wanted {
  readonly resource: AnyResource;
  /** Null when there are too many to name. */
  readonly ids: readonly number[] | null;
  readonly eventids: readonly number[];
}
/** The changes that concern the organization of these permissions, for each resource. */
const wantedOf = (deps: ApiDeps, grants: Grants, changes: readonly ChangedRows[]): readonly Wanted[] => {
  const groups = new Map<string, ChangedRows[]>();
  for (const change of changes)
    if (grants.is_platform || change.organizationid === null || change.organizationid === grants.organizationid)
      remember(groups, change.resource, () => []).push(change);
  return [...groups].flatMap(([name, some]) => {
    const resource = deps.registry.find(name);
    if (!resource || !can(grants, 'list', resource)) return [];
    const ids = numbers(some.map((change) => change.ids));
    const isNamed = some.every((change) => change.ids !== null) && ids.length <= mostIds;
    const isVague = !isNamed && some.some((change) => change.ids === null && change.eventids === null);
    return [{ resource, ids: isNamed ? ids : null, eventids: isVague ? [] : numbers(some.map(({ eventids }) => eventids)) }];
  });
};

const hasEvent = ({ fields, key, scope }: AnyResource): string | null =>
  scope?.event === key ? key : fields['eventid']?.target === 'events' ? 'eventid' : null;
/** The rows or, of many rows, the events among the changed ones that lie within the scope of the person. */
const sightSql = (tx: Transaction, { resource, ids, eventids }: Wanted): SQL => {
  const [table, key, event, wanted] =
    ids === null ? [tx.registry.get('events'), null, 'eventid', eventids] : [resource, resource.key, hasEvent(resource), ids];
  const condition = every([
    sql`${column('t', table.key)} = any(${bind(wanted)}::bigint[])`,
    scopeSql(tx.registry, tx.grants, table, 'list', 't'),
  ]);
  const read = (name: string | null) => (name === null ? sql.raw('null::bigint') : column('t', name));
  return sql`select ${bind(resource.name)}::text as resource, ${read(key)} as id, ${read(event)} as eventid from ${sql.raw(`${quote(table.name)} "t"`)} where ${condition}`;
};

const moved = {
  resource: value<string>(sql`moved.resource`),
  id: value<number | null>(sql`moved.id`),
  eventid: value<number | null>(sql`moved.eventid`),
};
/** What of the changes a person sees. Rows that were removed count too, as long as they were within sight. */
const seenBy = async (tx: Transaction, wanted: readonly Wanted[]): Promise<readonly MovedRows[]> => {
  const asked = wanted.filter(({ ids, eventids }) => ids !== null || eventids.length > 0);
  const rows =
    asked.length === 0
      ? []
      : await select(
          tx,
          moved,
          sql`from (${sql.join(
            asked.map((each) => sightSql(tx, each)),
            sql.raw(' union all '),
          )}) moved`,
        );
  return wanted.flatMap(({ resource, ids, eventids }) => {
    const own = rows.filter((row) => row.resource === resource.name);
    const known = (name: 'id' | 'eventid') => [...new Set(own.flatMap((row) => row[name] ?? []))];
    const events = known('eventid');
    if (ids === null)
      return own.length > 0 || eventids.length === 0 ? [{ resource: resource.name, ...(events.length > 0 && { eventids: events }) }] : [];
    const seen = known('id');
    return seen.length > 0 ? [{ resource: resource.name, ids: seen, ...(events.length > 0 && { eventids: events }) }] : [];
  });
};

/** Hands changed rows to the pages of a process: gathered for a moment, and read once for all people with equal permissions. */
export const createFanOut = (deps: ApiDeps, pages: LivePages) => {
  let gathered: ChangedRows[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const tellGroup = async (group: readonly LivePage[], changes: readonly ChangedRows[]): Promise<void> => {
    const [first] = group;
    if (!first) return;
    const { userid, grants } = first.who();
    const wanted = wantedOf(deps, grants, changes);
    if (wanted.length === 0) return;
    try {
      const asked = { userid, organizationid: grants.organizationid, locale: first.call.locale, requestId: first.call.requestId };
      const { pool, registry } = deps;
      const moved = await inMemberTransaction({ pool, registry, replica: undefined }, asked, (tx) => seenBy(tx, wanted));
      if (moved.length > 0) for (const page of group) page.tell('rows', moved);
    } catch {
      await pages.check(); // perhaps this person may no longer look
      for (const page of group) page.tell('moved', {}); // what changed is unknown, so everything is read again
    }
  };
  const flush = async (): Promise<void> => {
    const changes = gathered;
    gathered = [];
    const groups = new Map<string, LivePage[]>();
    for (const page of pages.all()) remember(groups, sightOf(page.who().grants), () => []).push(page);
    for (const group of groups.values()) await tellGroup(group, changes);
    timer = undefined;
    if (gathered.length > 0) begin();
  };
  const begin = (): void => {
    if (!isOver) timer ??= setTimeout(() => void flush(), gatherMs);
  };
  return {
    note: (change: ChangedRows): void => {
      if (pages.all().length === 0) return;
      gathered.push(change);
      begin();
    },
    stop: (): void => {
      isOver = true;
      clearTimeout(timer);
    },
  };
};

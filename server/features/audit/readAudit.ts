import { mayAudit, type AuditChange, type AuditLine, type AuditOptions, type AuditPage } from '@/domain/audit';
import { roles } from '@/resources/roles/roles';
import { organizations } from '@/resources/organizations/organizations';
import { fieldOf, isPersonal, permissionKeys, type AnyResource } from '@/schema';
import { changedReferences, changesOf, type Change } from '../../api/audit/history';
import { readTitles, recordsOf, type Reached, type Reference } from '../../api/audit/recordsOf';
import { ownSentence, sentenceOf } from '../../api/audit/sentences';
import { titleKey, titleWords, valueWords, type Saying } from '../../api/audit/valueWords';
import { wholeList } from '../../api/audit/noteReads';
import { scopeSql } from '../../api/list/scope';
import { audits } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { forbidden } from '../../kernel/DomainError';
import type { Translate } from '../../kernel/messages';
import type { Row } from '../../kernel/Row';
import { select, selectAll, value, type Selected } from '../../kernel/select';
import { bind, column, every, quote, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { askedSql, type AskedAudit } from './askedAudit';

const a = columnsOf(audits, 'a');
const entry = {
  auditid: a.auditid,
  at: value<string>(sql`to_char(${a.created} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
  resource: a.resource,
  recordid: a.recordid,
  organizationid: a.organizationid,
  verb: a.verb,
  action: a.action,
  userid: a.actor_userid,
  name: a.actor_name,
  as: a.as_name,
  source: a.source,
  key: a.permission_key,
  ip: a.ip,
  before: value<Row | null>(sql`${a.before}`),
  after: value<Row | null>(sql`${a.after}`),
};
type Entry = Selected<typeof entry>;

/** Whose audits a person sees: those of their organization; members of the platform those of their regions, or all. */
const scopeOf = (tx: Transaction): SQL => {
  const { grants, registry } = tx;
  if (!mayAudit(grants)) throw forbidden();
  if (!grants.is_platform) return sql`${a.organizationid} = ${grants.organizationid}`;
  const narrowed = scopeSql(registry, grants, organizations, 'show', 't');
  return narrowed
    ? sql`${a.organizationid} in (select ${column('t', 'organizationid')} from ${sql.raw(`${quote(organizations.name)} "t"`)} where ${narrowed})`
    : sql`true`;
};

interface Shown {
  readonly entry: Entry;
  readonly resource: AnyResource | undefined;
  readonly reached: Reached | undefined;
  readonly changes: readonly Change[];
}
/** What the changed references point to. */
const referencesOf = ({ resource, changes }: Shown): readonly Reference[] =>
  resource ? changes.flatMap((change) => changedReferences(resource, change)) : [];

const changeIn = (saying: Saying, resource: AnyResource, { field: name, old, new: next }: Change): AuditChange => {
  const field = fieldOf(resource, name);
  const { translate, locale } = saying;
  const label = translate(Object.hasOwn(resource.fields, name) ? `${resource.name}.fields.${name}` : `common.fields.${name}`, locale);
  const [before, after] = [old, next].map((each) => valueWords(resource, name, field, each, saying));
  return before === null || after === null ? { label, old: '', new: '' } : { label, old: before ?? '', new: after ?? '' };
};

/** Who it was; somebody who looked as somebody else is both, until the look ends. */
const whoOf = ({ translate, locale }: Saying, { name, as, action }: Entry): string => {
  if (!name) return translate('show.history.system', locale);
  return as === null || action === 'stop_seeing' ? name : translate('audit.as', locale, { name, as });
};

interface Names {
  readonly organization: string | null;
  readonly keys: ReadonlyMap<string, string>;
}
const subjectOf = (saying: Saying, each: Entry, kind: string, title: string | null): string => {
  if (each.recordid === wholeList) return kind;
  return title !== null && ownSentence(saying, each) !== null ? title : `${kind} ${title ?? `#${each.recordid}`}`;
};

const lineOf = (saying: Saying, { entry: each, resource, reached, changes }: Shown, { organization, keys }: Names): AuditLine => {
  const { translate, locale } = saying;
  const kind = resource
    ? translate(each.recordid === wholeList ? `${each.resource}.titles.list` : `${each.resource}.singular`, locale)
    : each.resource;
  const title = resource ? titleWords(resource, reached?.title ?? null, saying) : null;
  return {
    auditid: each.auditid,
    at: each.at,
    who: whoOf(saying, each),
    userid: each.userid,
    what: sentenceOf(saying, each),
    resource: each.resource,
    kind,
    recordid: each.recordid,
    title,
    subject: subjectOf(saying, each, kind, title),
    isOpen: reached !== undefined && !reached.isGone,
    organization,
    key: each.key,
    keyName: each.key === null ? null : (keys.get(each.key) ?? each.key),
    ip: each.ip,
    source: each.source,
    changes: resource
      ? changes
          .map((change) => changeIn(saying, resource, change))
          .filter(({ old, new: next }, index) => old !== next || isWhole(changes[index]))
      : [],
  };
};
/** Whether a change is worth a line although its values have no words: something else than nothing was there. */
const isWhole = (change: Change | undefined): boolean => {
  const isEmpty = (each: unknown): boolean => each === null || each === undefined || (Array.isArray(each) && each.length === 0);
  return (
    change !== undefined &&
    !(isEmpty(change.old) && isEmpty(change.new)) &&
    [change.old, change.new].some((each) => typeof each === 'object' && each !== null)
  );
};

const r = columnsOf(roles, 'r');
/** How the keys are called. */
const keyNames = async (tx: Transaction): Promise<ReadonlyMap<string, string>> => {
  const rows = await select(
    tx,
    { slug: r.slug, name: value<string>(sql`coalesce(${r.name}->>${tx.locale}, ${r.name}->>'es')`) },
    sql`from ${r}`,
  );
  return new Map(rows.map(({ slug, name }) => [slug, name]));
};

const findEntries = (tx: Transaction, asked: AskedAudit, most: number): Promise<readonly Entry[]> =>
  select(
    tx,
    entry,
    sql`from ${a} where ${every([scopeOf(tx), askedSql(asked)])} order by ${a.created} desc, ${a.auditid} desc limit ${bind(most)}`,
  );

/**
 * Reads a page of what was done, in words. The values of a change are there only for somebody who reaches the record now and may read the field, as in
 * its history; that something was done, by whom and when is there for everybody who reads the page.
 */
export const readAudit = async (tx: Transaction, translate: Translate, asked: AskedAudit, perpage: number): Promise<AuditPage> => {
  const found = await findEntries(tx, asked, perpage + 1);
  const entries = found.slice(0, perpage);
  const reached = await recordsOf(
    tx,
    entries.filter(({ recordid }) => recordid !== wholeList).map(({ resource, recordid }) => [resource, recordid] as const),
  );
  const shown = entries.map((each): Shown => {
    const resource = tx.registry.find(each.resource);
    const own = reached.get(titleKey(each.resource, each.recordid));
    return { entry: each, resource, reached: own, changes: resource && own ? changesOf(tx, resource, each.before, each.after) : [] };
  });
  const titles = await readTitles(tx, [
    ...shown.flatMap(referencesOf),
    ...entries.flatMap(({ organizationid: id }) => (id === null ? [] : [{ to: organizations.name, id, isNamed: false }])),
  ]);
  const saying: Saying = { translate, locale: tx.locale, titles, registry: tx.registry };
  const last = entries.at(-1);
  const keys = await keyNames(tx);
  return {
    items: shown.map((each) =>
      lineOf(saying, each, {
        keys,
        organization:
          each.entry.organizationid === null ? null : (titles.get(titleKey(organizations.name, each.entry.organizationid)) ?? null),
      }),
    ),
    next: found.length > perpage && last ? `${last.at}~${last.auditid}` : null,
  };
};

/** How many audits there are, counted up to a limit. */
export const countAudit = async (tx: Transaction, asked: AskedAudit, most: number): Promise<number> => {
  const [count = 0] = await selectAll(
    tx,
    value<number>(sql`count(*)`),
    sql`from (select 1 from ${a} where ${every([scopeOf(tx), askedSql(asked)])} limit ${bind(most)}) counted`,
  );
  return count;
};

/** What the page can be filtered by: kinds of records that leave audits, and the keys, in the order of their names. */
export const readAuditOptions = async (tx: Transaction, translate: Translate): Promise<AuditOptions> => {
  if (!mayAudit(tx.grants)) throw forbidden();
  const sorted = (options: readonly { readonly value: string; readonly label: string }[]) =>
    [...options].sort((one, other) => one.label.localeCompare(other.label, tx.locale));
  const keys = await keyNames(tx);
  return {
    kinds: sorted(
      tx.registry.all
        .filter((each) => !isPersonal(each))
        .map(({ name }) => ({ value: name, label: translate(`${name}.titles.list`, tx.locale) })),
    ),
    keys: sorted(permissionKeys.map((value) => ({ value, label: keys.get(value) ?? value }))),
  };
};

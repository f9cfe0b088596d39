import { isStored, isWritable, type AnyResource, type Fields, fieldOf } from '@/schema';
import { convocatories } from '@/resources/convocatories/convocatories';
import { distances } from '@/resources/distances/distances';
import { event_questions } from '@/resources/event_questions/event_questions';
import { events, type Event } from '@/resources/events/events';
import { tshirt_models } from '@/resources/tshirt_models/tshirt_models';
import { waves } from '@/resources/waves/waves';
import { must } from '@/schema/must';
import { numbersIn, rowsIn } from '@/schema/unknown';
import { conflict, forbidden } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, selectAll, value } from '../../kernel/select';
import { column, quote, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { audit, auditAll } from '../../api/audit/audit';
import { insertRow, updateRow } from '../../api/write/columns';
import { readAllStored, readStored } from '../../api/list/stored';
import { reaches } from '../../api/list/visible';

type Keys = ReadonlyMap<number, number>;
const instants = ['start_at', 'end_at', 'registration_open_at', 'registration_close_at', 'changes_close_at'] as const;
const longestSlug = 80;

/** The same day and hour of the next year. */
const yearLater = (instant: unknown): string | null => {
  if (instant == null) return null;
  const date = new Date(String(instant));
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toISOString();
};
const shifted = (row: Row, names: readonly string[]): Row => Object.fromEntries(names.map((name) => [name, yearLater(row[name])]));

interface Years {
  readonly from: number;
  readonly to: number;
}
/** Names and slugs contain the year of their edition. */
const renamed = (text: string, { from, to }: Years): string => text.replaceAll(new RegExp(`(?<!\\d)${from}(?!\\d)`, 'g'), String(to));
const prose: ReadonlySet<string> = new Set(['longText', 'i18nText', 'richText']);
/** A text for another edition, at any depth. The inside of tags stays, above all addresses. */
const nextEdition = (value: unknown, years: Years): unknown => {
  if (typeof value === 'string')
    return value
      .split(/(<[^>]*>|https?:\/\/\S+)/)
      .map((part, at) => (at % 2 ? part : renamed(part, years)))
      .join('');
  if (Array.isArray(value)) return value.map((each) => nextEdition(each, years));
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, nextEdition(each, years)]))
    : value;
};
/** Prose and titles of the next edition. Codes, answers and patterns are compared, so they stay. */
const nextTexts = (fields: Fields, title: string, row: Row, years: Years): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const { type = '', members } = fields[name] ?? {};
      if (members && Array.isArray(value)) return [name, value.map((each: Row) => nextTexts(members, 'title', each, years))];
      return [name, prose.has(type) || name === title ? nextEdition(value, years) : value];
    }),
  );

/** The values of a record that a person typed; values that the server wrote or counted start again. */
const typed = ({ all, title }: AnyResource, row: Row, years: Years): Row =>
  nextTexts(
    all,
    title,
    Object.fromEntries(
      Object.entries(all)
        .filter(([name, field]) => isWritable(field) && isStored(field) && row[name] != null)
        .map(([name]) => [name, row[name]]),
    ),
    years,
  );

const childrenOf = async (tx: Transaction, resource: AnyResource, eventid: number): Promise<readonly Row[]> => {
  const ids = await selectAll(
    tx,
    value<number>(column('t', resource.key)),
    sql`from ${sql.raw(quote(resource.name))} t where ${column('t', 'eventid')} = ${eventid} and ${column('t', 'deleted_at')} is null order by 1`,
  );
  return [...(await readAllStored(tx, resource, ids)).values()].map(({ row }) => row);
};

interface Copying {
  readonly tx: Transaction;
  readonly years: Years;
}
/** Copies the rows of one kind, and answers the key of the copy for each key. */
const copyAll = async ({ tx, years }: Copying, resource: AnyResource, from: readonly Row[], change: (row: Row) => Row): Promise<Keys> => {
  const keys = new Map<number, number>();
  for (const row of from)
    keys.set(Number(row[resource.key]), await insertRow(tx, resource, { ...typed(resource, row, years), ...change(row) }));
  return keys;
};

const copyEmbedded = async (
  { tx, years }: Copying,
  resource: AnyResource,
  name: string,
  from: readonly Row[],
  keys: Keys,
  change: (row: Row) => Row = () => ({}),
): Promise<void> => {
  const { target, via } = must(fieldOf(resource, name).embeds, `the rows of ${name}`);
  const child = tx.registry.get(target);
  for (const parent of from)
    for (const row of rowsIn(parent[name]))
      await insertRow(tx, child, { ...typed(child, row, years), ...change(row), [via]: keys.get(Number(parent[resource.key])) });
};

const within = (keys: Keys, row: Row): Row =>
  row['distanceids'] == null
    ? {}
    : {
        distanceids: numbersIn(row['distanceids'])
          .flatMap((id) => keys.get(Number(id)) ?? [])
          .sort((one, other) => one - other),
      };

const copyQuestions = async (copying: Copying, eventid: number, copy: number, races: Keys): Promise<Keys> => {
  const { tx } = copying,
    asked = (await childrenOf(tx, event_questions, eventid)).filter(({ active }) => active === true);
  const keys = await copyAll(copying, event_questions, asked, (row) => ({
    eventid: copy,
    visible_if_questionid: null,
    ...within(races, row),
  }));
  for (const { questionid, visible_if_questionid: other } of asked)
    if (other != null)
      await updateRow(
        tx,
        event_questions,
        must(keys.get(Number(questionid)), `the copy of question ${questionid}`),
        keys.has(Number(other)) ? { visible_if_questionid: keys.get(Number(other)) } : { visible_if_op: null, visible_if_value: null },
      );
  return keys;
};

/** The last published call of each language, as a first draft. */
const copyConvocatories = async (copying: Copying, eventid: number, copy: number): Promise<Keys> => {
  const published = (await childrenOf(copying.tx, convocatories, eventid)).filter(({ status }) => status === 'published');
  return copyAll(copying, convocatories, published, () => ({ eventid: copy, status: 'draft', revision: 1, effective_at: null }));
};

/** Each copy is a separate record with its own history; embedded rows are audited with it. */
const auditCopies = async (tx: Transaction, resource: AnyResource, keys: Keys): Promise<void> => {
  const made = await readAllStored(tx, resource, [...keys.values()]);
  await auditAll(
    tx,
    { resource, verb: 'create' },
    [...made].map(([id, { row }]) => ({ id, before: null, after: row })),
  );
};

const e = columnsOf(events);
const slugOf = ({ slug }: Event, years: Years): string =>
  slug.includes(String(years.from)) ? renamed(slug, years) : `${slug.slice(0, longestSlug - 5)}-${years.to}`;

const copyEvent = async ({ tx, years }: Copying, row: Event): Promise<number> => {
  const slug = slugOf(row, years);
  if (await tx.asOwner(() => exists(tx, sql`from ${e} where ${e.slug} = ${slug} and ${e.deleted_at} is null`)))
    throw conflict('EDITION_EXISTS', [{ path: 'slug', code: 'EDITION_EXISTS', params: { slug } }], { slug });
  const dates = shifted(row, instants);
  return insertRow(tx, events, {
    ...typed(events, row, years),
    ...dates,
    organizationid: row.organizationid,
    slug,
    edition: (row.edition ?? 1) + 1,
    previous_eventid: row.eventid,
    status: 'draft',
    cancelled_reason: null,
    serialid: null,
    stageid: null,
  }); // a serial and its stages belong to one season
};

/**
 * Creates the next edition of an event as a draft, with everything that organizers would type again. It has no registrations and no
 * signatures.
 */
export const duplicateEvent = async (tx: Transaction, row: Event): Promise<{ readonly eventid: number; readonly edition: number }> => {
  const { eventid } = row,
    from = new Date(row.start_at).getUTCFullYear(),
    copying = { tx, years: { from, to: from + 1 } };
  const copy = await copyEvent(copying, row);
  if (!(await reaches(tx, events, copy, 'edit'))) throw forbidden();
  const raced = await childrenOf(tx, distances, eventid);
  const races = await copyAll(copying, distances, raced, (race) => ({
    eventid: copy,
    status: 'open',
    exonerationid: null,
    fmtri_affiliation_typeids: null,
    start_at: yearLater(race['start_at']),
  }));
  await copyEmbedded(copying, distances, 'price_tiers', raced, races, (tier) => shifted(tier, ['starts_at', 'ends_at']));
  await copyEmbedded(copying, distances, 'age_categories', raced, races);
  const blocks = await copyAll(copying, waves, await childrenOf(tx, waves, eventid), (wave) => ({
    eventid: copy,
    start_at: yearLater(wave['start_at']),
    ...within(races, wave),
  }));
  const asked = await copyQuestions(copying, eventid, copy, races);
  const calls = await copyConvocatories(copying, eventid, copy);
  const shirts = (await childrenOf(tx, tshirt_models, eventid)).filter(({ active }) => active === true);
  const models = await copyAll(copying, tshirt_models, shirts, (shirt) => ({ eventid: copy, ...within(races, shirt) }));
  await copyEmbedded(copying, tshirt_models, 'sizes', shirts, models, () => ({ ordered: 0 }));
  for (const [resource, keys] of [
    [distances, races],
    [waves, blocks],
    [event_questions, asked],
    [convocatories, calls],
    [tshirt_models, models],
  ] as const)
    await auditCopies(tx, resource, keys);
  await audit(tx, { resource: events, id: copy, verb: 'create', before: null, after: await readStored(tx, events, copy) });
  return { eventid: copy, edition: (row.edition ?? 1) + 1 };
};

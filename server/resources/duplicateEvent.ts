import { isStored, isWritable, type AnyResource } from '@/schema';
import { convocatories } from '@/resources/convocatories/convocatories';
import { distances } from '@/resources/distances/distances';
import { event_questions } from '@/resources/event_questions/event_questions';
import { events, type Event } from '@/resources/events/events';
import { tshirt_models } from '@/resources/tshirt_models/tshirt_models';
import { waves } from '@/resources/waves/waves';
import { conflict, forbidden } from '../api/DomainError';
import type { Row } from '../api/list/reader';
import { quote } from '../api/sql';
import type { Transaction } from '../api/transaction';
import { audit, auditAll } from '../api/write/audit';
import { insertRow, updateRow } from '../api/write/columns';
import { readAllStored, readStored } from '../api/write/stored';
import { reaches } from '../api/write/visible';

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

/** What a person typed of a record; what the server wrote and what was counted begins anew. */
const typed = ({ all }: AnyResource, row: Row): Row => Object.fromEntries(Object.entries(all).filter(([name, field]) => isWritable(field) && isStored(field) && row[name] != null).map(([name]) => [name, row[name]]));

const childrenOf = async (tx: Transaction, resource: AnyResource, eventid: number): Promise<readonly Row[]> => {
  const found = await tx.run(`select ${quote(resource.key)} from ${quote(resource.name)} where eventid = $1 and deleted_at is null order by 1`, [eventid]);
  return [...(await readAllStored(tx, resource, found.map(([id]) => Number(id)))).values()].map(({ row }) => row);
};

/** Copies the rows of one kind, and answers which became which. */
const copyAll = async (tx: Transaction, resource: AnyResource, from: readonly Row[], change: (row: Row) => Row): Promise<Keys> => {
  const keys = new Map<number, number>();
  for (const row of from) keys.set(Number(row[resource.key]), await insertRow(tx, resource, { ...typed(resource, row), ...change(row) }));
  return keys;
};

const copyEmbedded = async (tx: Transaction, resource: AnyResource, name: string, from: readonly Row[], keys: Keys, change: (row: Row) => Row = () => ({})): Promise<void> => {
  const { target, via } = resource.all[name]!.embeds!;
  const child = tx.registry.get(target);
  for (const parent of from)
    for (const row of (parent[name] ?? []) as readonly Row[]) await insertRow(tx, child, { ...typed(child, row), ...change(row), [via]: keys.get(Number(parent[resource.key])) });
};

const within = (keys: Keys, row: Row): Row => (row['distanceids'] == null ? {} : { distanceids: (row['distanceids'] as readonly number[]).flatMap((id) => keys.get(Number(id)) ?? []).sort((one, other) => one - other) });

const copyQuestions = async (tx: Transaction, eventid: number, copy: number, races: Keys): Promise<Keys> => {
  const asked = (await childrenOf(tx, event_questions, eventid)).filter(({ active }) => active === true);
  const keys = await copyAll(tx, event_questions, asked, (row) => ({ eventid: copy, visible_if_questionid: null, ...within(races, row) }));
  for (const { questionid, visible_if_questionid: other } of asked)
    if (other != null) await updateRow(tx, event_questions, keys.get(Number(questionid))!, keys.has(Number(other)) ? { visible_if_questionid: keys.get(Number(other)) } : { visible_if_op: null, visible_if_value: null });
  return keys;
};

/** Of each language the call that was published last, as a first draft. */
const copyConvocatories = async (tx: Transaction, eventid: number, copy: number): Promise<Keys> => {
  const published = (await childrenOf(tx, convocatories, eventid)).filter(({ status }) => status === 'published');
  return copyAll(tx, convocatories, published, () => ({ eventid: copy, status: 'draft', revision: 1, effective_at: null }));
};

/** Each copy is a record of its own, with a history that begins here; what is embedded in it is told with it. */
const auditCopies = async (tx: Transaction, resource: AnyResource, keys: Keys): Promise<void> => {
  const made = await readAllStored(tx, resource, [...keys.values()]);
  await auditAll(tx, { resource, verb: 'create' }, [...made].map(([id, { row }]) => ({ id, before: null, after: row })));
};

/** Names and addresses carry the year of their edition. */
const renamed = (text: string, from: number, to: number): string => text.replaceAll(String(from), String(to));
const slugOf = ({ slug }: Event, from: number, to: number): string => (slug.includes(String(from)) ? renamed(slug, from, to) : `${slug.slice(0, longestSlug - 5)}-${to}`);

const copyEvent = async (tx: Transaction, row: Event): Promise<number> => {
  const from = new Date(row.start_at).getUTCFullYear(), to = from + 1;
  const slug = slugOf(row, from, to);
  const taken = await tx.asOwner(() => tx.run('select 1 from events where slug = $1 and deleted_at is null', [slug]));
  if (taken.length > 0) throw conflict('errors.editionExists', [{ path: 'slug', message: 'errors.editionExists', params: { slug } }], { slug });
  const name = { es: renamed(row.name.es, from, to), ...(row.name.en && { en: renamed(row.name.en, from, to) }) };
  const dates = shifted(row, instants);
  return insertRow(tx, events, { ...typed(events, row), ...dates, organizationid: row.organizationid, name, slug, edition: (row.edition ?? 1) + 1, previous_eventid: row.eventid, status: 'draft', cancelled_reason: null, serialid: null, stageid: null }); // a serial and its stages are of one season
};

/** Makes the next edition of an event as a draft, with everything that organisers would type again; nobody is registered in it and nothing is signed. */
export const duplicateEvent = async (tx: Transaction, row: Event): Promise<{ readonly eventid: number; readonly edition: number }> => {
  const { eventid } = row;
  const copy = await copyEvent(tx, row);
  if (!(await reaches(tx, events, copy, 'edit'))) throw forbidden();
  const raced = await childrenOf(tx, distances, eventid);
  const races = await copyAll(tx, distances, raced, (race) => ({ eventid: copy, status: 'open', exonerationid: null, fmtri_affiliation_typeids: null, start_at: yearLater(race['start_at']) }));
  await copyEmbedded(tx, distances, 'price_tiers', raced, races, (tier) => shifted(tier, ['starts_at', 'ends_at']));
  await copyEmbedded(tx, distances, 'age_categories', raced, races);
  const blocks = await copyAll(tx, waves, await childrenOf(tx, waves, eventid), (wave) => ({ eventid: copy, start_at: yearLater(wave['start_at']), ...within(races, wave) }));
  const asked = await copyQuestions(tx, eventid, copy, races);
  const calls = await copyConvocatories(tx, eventid, copy);
  const shirts = (await childrenOf(tx, tshirt_models, eventid)).filter(({ active }) => active === true);
  const models = await copyAll(tx, tshirt_models, shirts, (shirt) => ({ eventid: copy, ...within(races, shirt) }));
  await copyEmbedded(tx, tshirt_models, 'sizes', shirts, models, () => ({ ordered: 0 }));
  for (const [resource, keys] of [[distances, races], [waves, blocks], [event_questions, asked], [convocatories, calls], [tshirt_models, models]] as const) await auditCopies(tx, resource, keys);
  await audit(tx, { resource: events, id: copy, verb: 'create', before: null, after: await readStored(tx, events, copy) });
  return { eventid: copy, edition: (row.edition ?? 1) + 1 };
};

import type { AnyField, AnyResource, Grants } from '@/schema';
import { textsIn } from '@/schema/unknown';
import type { ErrorCode } from '@/schema/errorCodes';
import { nested, select, value } from '../../../kernel/select';
import { column, columnText, plain, quote, sql, type SQL } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { aliveText } from '../../../api/list/alive';
import { createCountryFinder } from '../countryNames';
import { plainOf } from '../reading/words';
import { fieldFor, type Importable } from './Importable';
import type { RowReason } from './rows';

type Values = Readonly<Record<string, unknown>>;
interface Candidate {
  readonly id: number;
  readonly words: readonly string[];
  readonly record: Values;
}
/** A reference of a row: the field and the records that its texts may mean. */
interface Lookup {
  readonly name: string;
  readonly match: Readonly<Record<string, string>>;
  readonly find: (text: string) => readonly Candidate[];
}

/** By what people call a record in files. */
const namedBy = ['code', 'slug', 'name', 'label', 'folio', 'number', 'curp', 'fmtri_number'] as const;
const wordsOf = (value: unknown): readonly string[] => {
  const all =
    typeof value === 'object' && value !== null
      ? textsIn(Object.values(value))
      : value === null || value === undefined
        ? []
        : [String(value)];
  return all.map(plainOf).filter((text) => text !== '');
};
const mostCandidates = 5000;
/** Entities with so many records that only those which a portion names are read. */
const isLarge = ({ name, list }: AnyResource): boolean =>
  name === 'inscriptions' || list.exact !== undefined || name === 'fmtri_affiliate_users';

const namesIn = (target: AnyResource): readonly string[] =>
  [...new Set([...namedBy, target.title])].filter((name) => target.all[name] !== undefined && target.all[name].column !== null);

const conditionOf = (target: AnyResource, eventid: number | null, texts: readonly string[]): SQL => {
  const parts: SQL[] = [sql.raw(aliveText(target, 't'))];
  if (eventid !== null && target.all['eventid'] && target.tenancy !== 'own' && target.tenancy !== 'platform')
    parts.push(sql`"t"."eventid" = ${eventid}`);
  if (isLarge(target)) {
    const named = namesIn(target).map(
      (name) => sql`upper("t".${sql.raw(quote(name))}::text) = any(${texts.map((text) => text.toUpperCase())}::text[])`,
    );
    parts.push(sql`(${sql.join(named, sql` or `)})`);
  }
  return sql.join(parts, sql` and `);
};

const readCandidates = async (
  tx: Transaction,
  target: AnyResource,
  columns: readonly string[],
  where: SQL,
): Promise<readonly Candidate[]> => {
  const names = namesIn(target);
  const read = Object.fromEntries([...names, ...columns].map((name) => [name, value<unknown>(plain(columnText('t', name)))]));
  const found = await select(
    tx,
    { id: value<number>(column('t', target.key)), record: nested(read) },
    sql`from ${sql.raw(`${quote(target.name)} "t"`)} where ${where} order by 1 limit ${sql.raw(String(mostCandidates))}`,
  );
  return found.map(({ id, record }) => ({ id, words: names.flatMap((name) => wordsOf(record[name])), record }));
};

let countryWords: { readonly of: string; readonly find: ReturnType<typeof createCountryFinder> } | null = null;
/** Building the names of all countries in every spelling takes longer than reading a batch of rows; they are the same for everybody. */
const countryFinder = (candidates: readonly Candidate[]): ReturnType<typeof createCountryFinder> => {
  const countries = candidates.map(({ id, record }) => ({ countryid: id, code: String(record['code']), name: record['name'] }));
  const of = JSON.stringify(countries);
  if (countryWords?.of !== of) countryWords = { of, find: createCountryFinder(countries) };
  return countryWords.find;
};

const lookupOf = async (
  tx: Transaction,
  name: string,
  { target: to = '', match = {} }: AnyField,
  { eventid, texts }: { readonly eventid: number | null; readonly texts: readonly string[] },
): Promise<Lookup> => {
  const target = tx.registry.get(to);
  const candidates = await readCandidates(tx, target, Object.keys(match), conditionOf(target, eventid, texts));
  const byWords = new Map<string, Candidate[]>();
  for (const candidate of candidates)
    for (const word of new Set(candidate.words)) byWords.set(word, [...(byWords.get(word) ?? []), candidate]);
  const countryOf = to === 'countries' ? countryFinder(candidates) : null;
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return {
    name,
    match,
    find: (text) => {
      const country = countryOf?.(text);
      const found = country == null ? byWords.get(plainOf(text)) : undefined;
      const only = country == null ? undefined : byId.get(country);
      return found ?? (only ? [only] : []);
    },
  };
};

interface Remembered {
  readonly at: number;
  readonly lookup: Lookup;
}
const remembered = new WeakMap<Grants, Map<string, Remembered>>();
const freshMs = 5000;
/** What a field may mean is the same from one batch of a person to the next, but for entities with many records. */
const remember = async ({ grants }: Transaction, key: string, read: () => Promise<Lookup>): Promise<Lookup> => {
  const own = remembered.get(grants) ?? new Map<string, Remembered>();
  const known = own.get(key);
  if (known && performance.now() - known.at < freshMs) return known.lookup;
  const lookup = await read();
  remembered.set(grants, own.set(key, { at: performance.now(), lookup }));
  return lookup;
};

const wrong = (path: string, code: ErrorCode, text: string): RowReason => ({ path, code, params: { text } });

/** Turns the texts of references into keys, and says which text means nothing. What a later reference must agree with comes first. */
export interface References {
  readonly settle: (values: Record<string, unknown>) => readonly RowReason[];
}

/** Reads, with one statement for each kind, the records that the rows of a portion name. */
export const readReferences = async (
  tx: Transaction,
  importable: Importable,
  eventid: number | null,
  rows: readonly Values[],
): Promise<References> => {
  const fields = importable.target.fields
    .map(({ name }) => ({ name, field: fieldFor(importable, name) }))
    .filter(({ field }) => field.target !== undefined);
  const isAfter = (one: AnyField, names: readonly string[]): boolean => Object.values(one.match ?? {}).some((own) => names.includes(own));
  const names = fields.map(({ name }) => name);
  const ordered = [...fields].sort((a, b) => Number(isAfter(a.field, names)) - Number(isAfter(b.field, names)));
  const lookups: Lookup[] = [];
  for (const { name, field } of ordered) {
    const texts = [...new Set(textsIn(rows.map((values) => values[name])))];
    if (texts.length === 0) continue;
    const read = (): Promise<Lookup> => lookupOf(tx, name, field, { eventid, texts });
    const key = `${importable.resource.name} ${name} ${eventid}`;
    lookups.push(isLarge(tx.registry.get(field.target ?? '')) ? await read() : await remember(tx, key, read));
  }
  const settleOne = ({ name, match, find }: Lookup, values: Record<string, unknown>): RowReason | null => {
    const text = values[name];
    if (typeof text !== 'string') return null;
    const fitting = find(text).filter(({ record }) =>
      Object.entries(match).every(([theirs, own]) => values[own] == null || record[theirs] === values[own]),
    );
    values[name] = fitting[0]?.id ?? null;
    if (fitting.length === 1) return null;
    return wrong(name, fitting.length === 0 ? 'REFERENCE_UNKNOWN' : 'REFERENCE_UNCLEAR', text);
  };
  return { settle: (values) => lookups.flatMap((lookup) => settleOne(lookup, values) ?? []) };
};

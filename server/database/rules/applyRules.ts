import { createHash } from 'node:crypto';
import type pg from 'pg';
import { must, nth } from '@/schema/must';
import type { Rule } from '@/schema/project/rules';
import { StepError } from '../StepError';
import { copiedRules } from './copiedRules';
import { foundRules, plainNames, type Found } from './foundRules';

/**
 * Where the start stores what it applied: the digest of the text of each rule, and of the form in which the database showed it
 * afterwards.
 */
export const rulesTable =
  'create table if not exists public.dorsal_rules (name text primary key, text_hash text not null, found_hash text not null, applied timestamptz not null default now())';

interface Kept {
  readonly name: string;
  readonly text_hash: string;
  readonly found_hash: string;
}
interface Standing {
  readonly found: Found;
  readonly kept: ReadonlyMap<string, Kept>;
}

const hashOf = (text: string): string => createHash('md5').update(text).digest('hex');
const kindOf = (name: string): string => name.slice(0, name.indexOf(' ') >= 0 ? name.indexOf(' ') : undefined);
const quote = (name: string): string => `"${name}"`;
/** The parts of a rule's name: its kind, its table or function, and its own name there. */
const wordOf = (name: string, place: number): string => quote(nth(name.split(' '), place));
const quotedSecond = (name: string): string => `public.${wordOf(name, 1)}`;

const standing = async (client: pg.ClientBase): Promise<Standing> => {
  const found = await foundRules(client);
  const { rows } = await client.query<Kept>('select name, text_hash, found_hash from public.dorsal_rules');
  return { found, kept: new Map(rows.map((row) => [row.name, row])) };
};

const holds = ({ name, sql }: Rule, { found, kept }: Standing): boolean => {
  const there = found.get(name),
    known = kept.get(name);
  if (kindOf(name) === 'rls') return there !== undefined;
  return there !== undefined && known?.found_hash === there && known.text_hash === hashOf(sql);
};

/** The statement that removes each kind. A table keeps its row-level security unless this product turned it on. */
const removals: Readonly<Record<string, (name: string) => string>> = {
  policy: (name) => `drop policy ${wordOf(name, 2)} on ${quotedSecond(name)}`,
  trigger: (name) => `drop trigger ${wordOf(name, 2)} on ${quotedSecond(name)}`,
  grants: (name) => `revoke all on ${quotedSecond(name)} from dorsal_tenant, dorsal_platform, dorsal_public`,
  rls: (name) => `alter table ${quotedSecond(name)} disable row level security`,
  function: (name) => `drop function ${quotedSecond(name)}()`,
};
const removalOf = (name: string): string => must(removals[kindOf(name)], `what removes ${name}`)(name);
const undeclared = (rules: readonly Rule[], { found, kept }: Standing): readonly string[] => {
  const declared = new Set(rules.map(({ name }) => name));
  return [...found.keys()].filter(
    (name) => !declared.has(name) && Object.hasOwn(removals, kindOf(name)) && (kindOf(name) !== 'rls' || kept.has(name)),
  );
};

const run = async (client: pg.ClientBase, name: string, sql: string): Promise<void> => {
  try {
    await client.query(sql);
  } catch (error) {
    throw new StepError(`The rule "${name}" of the database`, name.split(' ')[1], error);
  }
};
const remove = async (client: pg.ClientBase, names: readonly string[], kinds: readonly string[]): Promise<void> => {
  for (const kind of kinds) for (const name of names.filter((each) => kindOf(each) === kind)) await run(client, name, removalOf(name));
};

/** Functions come first, because triggers refer to them. Functions and grants lock no table. */
const early: ReadonlySet<string> = new Set(['schema', 'leakproof', 'function']);
const copied: ReadonlySet<string> = new Set(['policy', 'trigger']);

/** Creates what is missing or different in the database, and leaves everything that reads as if it were created again. */
const repair = async (client: pg.ClientBase, wrong: readonly Rule[], { found }: Standing): Promise<void> => {
  for (const { name, sql } of wrong.filter((rule) => early.has(kindOf(rule.name)))) await run(client, name, sql);
  const rest = wrong.filter((rule) => !early.has(kindOf(rule.name)));
  const again = await copiedRules(
    client,
    rest.filter(({ name }) => copied.has(kindOf(name)) && found.has(name)),
  );
  for (const { name, sql } of rest) {
    const there = found.get(name);
    if (copied.has(kindOf(name)) && there !== undefined && there === again.get(name)) continue;
    if (kindOf(name) === 'policy' && there !== undefined) await run(client, name, removalOf(name));
    await run(client, name, sql);
  }
};

const remember = async (client: pg.ClientBase, rules: readonly Rule[]): Promise<void> => {
  const found = await foundRules(client);
  const lost = rules.find(({ name }) => !found.has(name));
  if (lost)
    throw new StepError(
      `The rule "${lost.name}" of the database`,
      undefined,
      new Error('it was made, and the database does not know it under this name'),
    );
  const columns = [rules.map(({ name }) => name), rules.map(({ sql }) => hashOf(sql)), rules.map(({ name }) => found.get(name))];
  await client.query('delete from public.dorsal_rules where not (name = any($1::text[]))', [columns[0]]);
  await client.query(
    `insert into public.dorsal_rules as r (name, text_hash, found_hash) select * from unnest($1::text[], $2::text[], $3::text[])
       on conflict (name) do update set text_hash = excluded.text_hash, found_hash = excluded.found_hash, applied = now() where (r.text_hash, r.found_hash) <> (excluded.text_hash, excluded.found_hash)`,
    columns,
  );
};

/** Whether the database has exactly these rules. Outside a transaction this takes two statements and no lock. */
export const hasRules = async (client: pg.ClientBase, rules: readonly Rule[]): Promise<boolean> => {
  await client.query(`begin read only; ${plainNames}`);
  try {
    const now = await standing(client);
    return rules.every((rule) => holds(rule, now)) && undeclared(rules, now).length === 0;
  } finally {
    await client.query('commit');
  }
};

/**
 * Brings the rules of the database to these, within the present transaction. It changes only what differs, by its text or by what is
 * really there.
 */
export const applyRules = async (client: pg.ClientBase, rules: readonly Rule[]): Promise<void> => {
  await client.query(plainNames);
  const now = await standing(client);
  const wrong = rules.filter((rule) => !holds(rule, now)),
    gone = undeclared(rules, now);
  const isNew = now.kept.size === 0 && ![...now.found.keys()].some((name) => copied.has(kindOf(name)));
  if (isNew) await run(client, 'of a new database', rules.map(({ sql }) => sql).join('\n'));
  else {
    await remove(client, gone, ['trigger', 'policy', 'rls', 'grants']);
    await repair(client, wrong, now);
    await remove(client, gone, ['function']);
  }
  await remember(client, rules);
};

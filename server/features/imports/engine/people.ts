import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { web_users } from '@/resources/web_users/web_users';
import { foldText } from '@/schema/foldText';
import { columnsOf } from '../../../kernel/columnsOf';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import { select, value, type Selected } from '../../../kernel/select';
import { sql, type SQL } from '../../../kernel/sql';
import { remember } from '../../../kernel/remember';
import type { Transaction } from '../../../kernel/transaction';

const w = columnsOf(web_users);
const a = columnsOf(web_users, 'a');
const b = columnsOf(web_users, 'b');
const i = columnsOf(inscriptions, 'i');
const known = {
  web_userid: w.web_userid,
  curp: w.curp,
  email: w.email,
  birth_date: w.birth_date,
  first_name: w.first_name,
  last_name: w.last_name,
  second_last_name: w.second_last_name,
  status: w.status,
  source: w.source,
  source_ref: w.source_ref,
};
/** An athlete as far as rows of files name them. */
export type Known = Selected<typeof known>;
/** By which rule somebody was found. */
export type PersonRule = 'id' | 'curp' | 'email_birth' | 'source' | 'name_birth';

/** What a row says of its athlete. */
export interface Said {
  /** What somebody typed to say who they are, at a device: a CURP, an e-mail, a folio or the id of an athlete. */
  readonly asdeporteid?: string | null;
  readonly curp?: string | null;
  readonly email?: string | null;
  readonly birth_date?: string | null;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly second_last_name?: string | null;
  readonly source?: string | null;
  readonly source_ref?: string | null;
}
/** Who a row is about: somebody who is known, perhaps somebody who is, or nobody yet. */
export type Found =
  | { readonly is: 'known'; readonly id: number; readonly rule: PersonRule }
  | { readonly is: 'proposed'; readonly id: number; readonly rule: 'name_birth' }
  | { readonly is: 'nobody' };

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
/** What a row says of a person, out of its values. */
export const saidIn = (values: Readonly<Record<string, unknown>>): Said => ({
  asdeporteid: text(values['asdeporteid']),
  curp: text(values['curp'])?.toUpperCase() ?? null,
  email: text(values['email'])?.toLowerCase() ?? null,
  birth_date: text(values['birth_date']),
  first_name: text(values['first_name']),
  last_name: text(values['last_name']),
  second_last_name: text(values['second_last_name']),
  source: text(values['source']),
  source_ref: text(values['source_ref']),
});

const nameOf = ({ first_name, last_name, second_last_name }: Said): string =>
  foldText([first_name, last_name, second_last_name].filter(Boolean).join(' ')).replace(/\s+/g, ' ');

const filled = (values: readonly (string | null | undefined)[]): readonly string[] => [...new Set(values.filter((each) => each != null))];

/** Athletes whom the rows of a portion may be about; those that the portion makes are added. */
export interface People {
  readonly find: (said: Said) => Found;
  readonly add: (id: number, said: Said) => void;
  /** How many are known now, and the way back there when a row is undone. */
  readonly mark: () => number;
  readonly reset: (count: number) => void;
}

const contradicts = (path: string): DomainError => conflict('ATHLETE_CONTRADICTS', [{ path, code: 'ATHLETE_CONTRADICTS' }]);

const judge = ({ status, web_userid }: Known, rule: PersonRule): Found => {
  if (status === 'blocked') throw invalid([{ path: 'web_userid', code: 'ATHLETE_NOT_ACTIVE' }]);
  return { is: 'known', id: web_userid, rule };
};

const sameOrUnsaid = (one: string | null | undefined, other: string | null | undefined): boolean => !one || !other || one === other;
/** Somebody of the same name, born on the same day where both say it; certain only by a person's decision. */
const mayBe = (person: Known, said: Said): boolean => nameOf(person) === nameOf(said) && sameOrUnsaid(person.birth_date, said.birth_date);

/** What people are found by. */
const ways = {
  curp: ({ curp }: Said) => curp,
  email: ({ email }: Said) => email?.toLowerCase(),
  source: ({ source, source_ref }: Said) => source && source_ref && JSON.stringify([source, source_ref]),
  birth_date: ({ birth_date }: Said) => birth_date,
} as const;
type Way = keyof typeof ways;
const wayNames = ['curp', 'email', 'source', 'birth_date'] as const satisfies readonly Way[];
/** People by what rows say of them, in the order in which they came. */
interface Crowd {
  readonly like: (way: Way, said: Said) => readonly Known[];
  readonly add: (person: Known) => void;
  readonly count: () => number;
  /** Forgets all who came after so many. */
  readonly keep: (count: number) => void;
}
const crowdOf = (people: readonly Known[]): Crowd => {
  const all: Known[] = [],
    by: Readonly<Record<Way, Map<string, Known[]>>> = { curp: new Map(), email: new Map(), source: new Map(), birth_date: new Map() };
  const listsOf = (person: Known): readonly Known[][] =>
    wayNames.flatMap((way) => {
      const key = ways[way](person);
      return key ? [remember(by[way], key, () => [])] : [];
    });
  const add = (person: Known): void => {
    all.push(person);
    for (const list of listsOf(person)) list.push(person);
  };
  for (const person of people) add(person);
  return {
    like: (way, said) => by[way].get(ways[way](said) ?? '') ?? [],
    add,
    count: () => all.length,
    keep: (count) => {
      for (const person of all.splice(count).toReversed()) for (const list of listsOf(person)) list.pop();
    },
  };
};

/** Who a row is about among these: by CURP, by e-mail and birth date, by the id of its source, and last, only proposed, by name and birth date. */
const findIn = (people: Crowd, said: Said): Found => {
  const [byCurp] = people.like('curp', said),
    [byMail] = people.like('email', said);
  if (byCurp) {
    if (byMail && byMail.web_userid !== byCurp.web_userid) throw contradicts('email');
    return judge(byCurp, 'curp');
  }
  const [bySource] = people.like('source', said);
  if (byMail) {
    if (!sameOrUnsaid(byMail.curp, said.curp)) throw contradicts('curp');
    if (said.birth_date && byMail.birth_date === said.birth_date) return judge(byMail, 'email_birth');
    if (!mayBe(byMail, said)) throw contradicts(said.birth_date ? 'birth_date' : 'email');
    return { is: 'proposed', id: byMail.web_userid, rule: 'name_birth' };
  }
  if (bySource) {
    if (nameOf(bySource) !== nameOf(said) || !sameOrUnsaid(bySource.birth_date, said.birth_date)) throw contradicts('source_ref');
    return judge(bySource, 'source');
  }
  const alike = people.like('birth_date', said).find(
    (person) =>
      person.status === 'active' &&
      nameOf(person) === nameOf(said) &&
      sameOrUnsaid(person.curp, said.curp) &&
      !(person.source && person.source === said.source), // two ids of one source are two people
  );
  return alike ? { is: 'proposed', id: alike.web_userid, rule: 'name_birth' } : { is: 'nobody' };
};
/** The same among a few. */
export const findAmong = (people: readonly Known[], said: Said): Found => findIn(crowdOf(people), said);

type Named = ReadonlyMap<string, readonly Known[]>;
/** Whom ids name that people typed themselves, by the folded id. */
const readNamed = async (tx: Transaction, ids: readonly string[]): Promise<Named> => {
  if (ids.length === 0) return new Map();
  const [folded, lowered] = [ids.map((id) => id.toUpperCase()), ids.map((id) => id.toLowerCase())];
  const isAlive = sql`${a.deleted_at} is null and ${a.status} in ('active', 'blocked')`;
  const by = (id: SQL, which: SQL) => sql`select ${id} as typed, ${a.web_userid} as id from ${a} ${which} and ${isAlive}`;
  const ofFolio = sql`join ${i} on ${i.web_userid} = ${a.web_userid} where lower(${i.folio}) = any(${lowered}::text[]) and ${i.deleted_at} is null`;
  const found = await tx.asOwner(() =>
    select(
      tx,
      { ...known, typed: value<string>(sql`n.typed`) },
      sql`from (${by(sql`upper(${a.asdeporteid})`, sql`where lower(${a.asdeporteid}) = any(${lowered}::text[])`)}
        union ${by(sql`upper(${a.curp})`, sql`where ${a.curp} = any(${folded}::text[])`)}
        union ${by(sql`upper(${a.email})`, sql`where ${a.email} = any(${lowered}::text[])`)}
        union ${by(sql`upper(${i.folio})`, ofFolio)}) n
        join ${w} on ${w.web_userid} = n.id`,
    ),
  );
  return new Map(found.map(({ typed }) => [typed, found.filter((each) => each.typed === typed)]));
};
/** The one person whom an id names; what else the row says may not contradict. */
const findNamed = (named: Named, { asdeporteid, birth_date }: Said): Found | null => {
  const [one, other] = asdeporteid ? (named.get(asdeporteid.toUpperCase()) ?? []) : [];
  if (!one) return null;
  if (other || !sameOrUnsaid(one.birth_date, birth_date)) throw contradicts(other ? 'asdeporteid' : 'birth_date');
  return judge(one, 'id');
};

/** Accounts that were merged, by their e-mail or the id of their source: who is named by them is the account that they lead to. */
const readMerged = (tx: Transaction, emails: readonly string[], sourced: readonly Said[]): Promise<readonly Known[]> => {
  if (emails.length === 0 && sourced.length === 0) return Promise.resolve([]);
  const sources = sourced.map(({ source = null }) => source),
    refs = sourced.map(({ source_ref = null }) => source_ref);
  const said = {
    web_userid: b.web_userid,
    curp: value<string | null>(sql`null::text`),
    email: a.email,
    birth_date: a.birth_date,
    first_name: a.first_name,
    last_name: a.last_name,
    second_last_name: a.second_last_name,
    status: b.status,
    source: a.source,
    source_ref: a.source_ref,
  };
  const isNamed = sql`(${a.email} = any(${emails}::text[]) or (${a.source}, ${a.source_ref}) in (select s.said, s.ref from unnest(${sources}::text[], ${refs}::text[]) s(said, ref)))`;
  return tx.asOwner(() =>
    select(
      tx,
      said,
      (list) => sql`
        with recursive leads as (
          select ${a.web_userid} as old, ${a.merged_into_userid} as id from ${a} where ${a.status} = 'merged' and ${a.deleted_at} is null and ${isNamed}
          union select l.old, ${b.merged_into_userid} from leads l join ${b} on ${b.web_userid} = l.id and ${b.status} = 'merged')
        select ${list} from leads l join ${a} on ${a.web_userid} = l.old join ${b} on ${b.web_userid} = l.id
         where ${b.deleted_at} is null and ${b.status} in ('active', 'blocked') order by ${a.web_userid}`,
    ),
  );
};

/**
 * Reads, with one statement, everybody whom these rows may be about, and with another whom merged accounts lead to.
 *
 * `is true` makes the database look names up in a hash of them; without it each athlete born on one of the days is compared with all.
 */
export const readPeople = async (tx: Transaction, rows: readonly Said[]): Promise<People> => {
  const curps = filled(rows.map(({ curp }) => curp)),
    emails = filled(rows.map(({ email }) => email)),
    days = filled(rows.map(({ birth_date }) => birth_date)).filter((day) => /^\d{4}-\d\d-\d\d/.test(day)),
    names = filled(rows.map(({ last_name }) => last_name && foldText(last_name))),
    sourced = rows.filter(({ source, source_ref }) => source && source_ref),
    sources = sourced.map(({ source = null }) => source),
    refs = sourced.map(({ source_ref = null }) => source_ref);
  const isAlive = sql`${w.deleted_at} is null and ${w.status} in ('active', 'blocked')`;
  const found = await tx.asOwner(() =>
    select(
      tx,
      known,
      (list) => sql`
        select ${list} from ${w} where ${w.curp} = any(${curps}::text[]) and ${isAlive}
        union select ${list} from ${w} where ${w.email} = any(${emails}::text[]) and ${isAlive}
        union select ${list} from unnest(${sources}::text[], ${refs}::text[]) s(said, ref) join ${w} on ${w.source} = s.said and ${w.source_ref} = s.ref where ${isAlive}
        union select ${list} from ${w} where ${w.birth_date} = any(${days}::date[]) and (immutable_unaccent(lower(${w.last_name})) in (select unnest(${names}::text[]))) is true and ${isAlive}`,
    ),
  );
  const named = await readNamed(tx, filled(rows.map(({ asdeporteid }) => asdeporteid)));
  const crowd = crowdOf([...found, ...(await readMerged(tx, emails, sourced))]);
  return {
    find: (said) => findNamed(named, said) ?? findIn(crowd, said),
    add: (web_userid, said) => {
      const { curp = null, email = null, birth_date = null, second_last_name = null, source = null, source_ref = null } = said;
      const { first_name, last_name } = said;
      crowd.add({
        web_userid,
        curp,
        email,
        birth_date,
        first_name: first_name ?? '',
        last_name: last_name ?? '',
        second_last_name,
        status: 'active',
        source,
        source_ref,
      });
    },
    mark: () => crowd.count(),
    reset: (count) => crowd.keep(count),
  };
};

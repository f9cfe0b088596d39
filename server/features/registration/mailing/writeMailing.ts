import { createHash } from 'node:crypto';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { fieldsOfLetter, fillText } from '@/domain/letterTexts';
import { events } from '@/resources/events/events';
import { letter_templates } from '@/resources/letter_templates/letter_templates';
import { mailings } from '@/resources/mailings/mailings';
import { createAudited, updateAudited } from '../../../api/write/audited';
import { columnsOf } from '../../../kernel/columnsOf';
import type { Forecast } from '../../../kernel/defineHooks';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import type { Group } from '../../../kernel/group';
import { execute, pick, selectAll, selectOne, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { factsOf, i } from '../foresee/facts';
import { judgeTexts } from '../../letters/judgeTexts';
import { layAllDown } from '../../letters/layDown';
import { blocksOf, type BlockKind } from '../../letters/mailBlocks';
import type { OwnText } from '../../letters/readFacts';

interface MailingInput {
  readonly letter_templateid?: number | null | undefined;
  readonly subject?: string | null | undefined;
  readonly body?: string | null | undefined;
  readonly subject_en?: string | null | undefined;
  readonly body_en?: string | null | undefined;
}
/** The text that everybody gets, and the one for people who read English. */
interface Text extends OwnText {
  readonly letter_templateid: number | null;
  readonly subject_en: string | null;
  readonly body_en: string | null;
}
const t = columnsOf(letter_templates);
const m = columnsOf(mailings);
const l = columnsOf(inscription_letters);
const shortKey = 40;
const e = columnsOf(events);

/** A template and the same text in the other language. */
const readPair = async (tx: Transaction, id: number): Promise<Text> => {
  const shape = { ...pick(t, 'subject', 'body', 'kind', 'locale', 'pairid') };
  const found = await selectOne(tx, shape, sql`from ${t} where ${t.letter_templateid} = ${id} and ${t.deleted_at} is null`);
  if (!found) throw invalid([{ path: 'input.letter_templateid', code: 'INVALID_REFERENCE' }]);
  if (found.kind !== 'mailing') throw invalid([{ path: 'input.letter_templateid', code: 'TEMPLATE_NOT_FOR_MAILINGS' }]);
  const other = await selectOne(
    tx,
    shape,
    sql`from ${t} where (${t.letter_templateid} = ${found.pairid} or ${t.pairid} = ${id}) and ${t.locale} <> ${found.locale} and ${t.kind} = 'mailing' and ${t.deleted_at} is null order by ${t.letter_templateid} limit 1`,
  );
  const [usual, english] = found.locale === 'en' && other ? [other, found] : [found, other];
  const { subject, body } = usual;
  return { letter_templateid: id, subject, body, subject_en: english?.subject ?? null, body_en: english?.body ?? null };
};

const partly = invalid([{ path: 'input.body_en', code: 'MAILING_HALF_ENGLISH' }]);
/** The text of a mailing: that of a template for mailings, or what was typed. */
const textOf = async (tx: Transaction, { letter_templateid, subject, body, subject_en, body_en }: MailingInput): Promise<Text> => {
  const english = { subject_en: subject_en || null, body_en: body_en || null };
  if (!letter_templateid) {
    const missing = [...(subject ? [] : ['subject']), ...(body ? [] : ['body'])];
    if (!subject || !body) throw invalid(missing.map((name) => ({ path: `input.${name}`, code: 'REQUIRED' })));
    judgeTexts('mailing', { subject, body }, 'input.');
    if (Boolean(english.subject_en) !== Boolean(english.body_en)) throw partly;
    if (subject_en && body_en) judgeTexts('mailing', { subject: subject_en, body: body_en }, 'input.', '_en');
    return { letter_templateid: null, subject, body, ...english };
  }
  const twice = Object.entries({ subject, body, subject_en, body_en }).find(([, typed]) => typed);
  if (twice) throw invalid([{ path: `input.${twice[0]}`, code: 'MAILING_TEXT_TWICE' }]);
  return readPair(tx, letter_templateid);
};

const keyOf = ({ subject, body, subject_en, body_en }: Text): string =>
  createHash('sha256')
    .update(JSON.stringify(subject_en === null ? [subject, body] : [subject, body, subject_en, body_en]))
    .digest('hex')
    .slice(0, shortKey);
interface Known {
  readonly mailingid: number;
  readonly status: string | null;
}
const findMailing = (tx: Transaction, eventid: number, text: Text): Promise<Known | undefined> =>
  tx.asOwner(() =>
    selectOne(
      tx,
      { mailingid: m.mailingid, status: value<string | null>(sql`${m.status}`) },
      sql`from ${m} where ${m.eventid} = ${eventid} and ${m.request_key} = ${keyOf(text)} and ${m.deleted_at} is null`,
    ),
  );
/** The subject as people of the event read it in lists; what differs from letter to letter is left as a gap. */
const nameOf = async (tx: Transaction, eventid: number, { subject }: OwnText): Promise<string> => {
  const [event = ''] = await tx.asOwner(() =>
    selectAll(tx, value<string>(sql`${e.name} ->> 'es'`), sql`from ${e} where ${e.eventid} = ${eventid}`),
  );
  const gaps = Object.fromEntries(fieldsOfLetter('mailing').map((name) => [name, '…']));
  return fillText(subject, { ...gaps, event });
};

/** The mailing of a text in an event: the same text is the same mailing, so nobody gets it twice, no matter who asks and how often. */
const mailingOf = async (tx: Transaction, eventid: number, text: Text): Promise<number> => {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtext(${`mailing ${eventid} ${keyOf(text)}`}))`);
  const found = await findMailing(tx, eventid, text);
  if (!found)
    return createAudited(tx, mailings, {
      ...text,
      eventid,
      name: await nameOf(tx, eventid, text),
      request_key: keyOf(text),
      requested_userid: tx.userid ?? 0,
      status: 'sending',
    });
  if (found.status === 'sent')
    await updateAudited(tx, mailings, (row) => sql`${row.mailingid} = ${found.mailingid} and ${row.status} = 'sent'`, {
      status: 'sending',
    });
  return found.mailingid;
};

/** The addresses that have this mailing, or will get it. */
const takenIn = async (tx: Transaction, mailingid: number, emails: readonly string[]): Promise<Set<string>> =>
  new Set(
    await tx.asOwner(() =>
      selectAll(
        tx,
        value<string>(sql`${l.email}`),
        sql`from ${l} where ${l.mailingid} = ${mailingid} and ${l.email} = any(${emails}::text[])`,
      ),
    ),
  );

const withoutEmail = conflict('WITHOUT_EMAIL', [{ path: 'email', code: 'WITHOUT_EMAIL' }]);
const blocked: Readonly<Record<BlockKind, DomainError>> = {
  requested: conflict('UNSUBSCRIBED'),
  unsubscribed: conflict('UNSUBSCRIBED'),
  complained: conflict('UNSUBSCRIBED'),
  bounced: conflict('ADDRESS_BOUNCED'),
};
const [already, stopped] = [conflict('MAILED_ALREADY'), conflict('MAILING_STOPPED')];

interface Asked {
  readonly id: number;
  readonly email: string | null;
}
/** Why registrations of one event do not get a mailing. `taken` has the addresses that have it, and those that get it here. */
const judgeAll = async (
  tx: Transaction,
  { organizationid, known }: { readonly organizationid: number; readonly known: Known | undefined },
  asked: readonly Asked[],
  taken: Set<string>,
): Promise<ReadonlyMap<number, DomainError>> => {
  const emails = asked.flatMap(({ email }) => email ?? []);
  const blocks = await blocksOf(tx, organizationid, emails);
  if (known) for (const email of await takenIn(tx, known.mailingid, emails)) taken.add(email);
  const refused = new Map<number, DomainError>();
  for (const { id, email } of asked) {
    const kind = email === null ? undefined : blocks.get(email);
    const refusal =
      known?.status === 'stopped' ? stopped : email === null ? withoutEmail : kind ? blocked[kind] : taken.has(email) ? already : null;
    if (refusal) refused.set(id, refusal);
    else if (email !== null) taken.add(email);
  }
  return refused;
};

/** Write: one mail to many registrations. Each address gets it once; people without an address, who left, or whose mail comes back do not. */
export const writeMailing = async (group: Group<Inscription>, input: MailingInput): Promise<void> => {
  const { tx } = group;
  const text = await textOf(tx, input);
  for (const eventid of new Set(group.members().map(({ row }) => row.eventid))) {
    const part = group.part((row) => row.eventid === eventid);
    const asked = part.members().map(({ id, row }) => ({ id, email: row.email ?? null }));
    const organizationid = part.members()[0]?.row.organizationid ?? 0;
    const known = await findMailing(tx, eventid, text);
    const refused = await judgeAll(tx, { organizationid, known }, asked, new Set());
    part.refuseWhere((_row, id) => refused.get(id));
    const rows = part.members().map(({ row }) => row);
    if (rows.length === 0) continue;
    await layAllDown(tx, rows, 'mailing', { mailingid: await mailingOf(tx, eventid, text) });
  }
};

/** The same without writing: a rehearsal over thousands names everybody who gets nothing. */
export const foreseeMailing = (input: MailingInput): Forecast => {
  const taken = new Map<number, Set<string>>();
  const shape = { eventid: i.eventid, organizationid: value<number>(sql`${i.organizationid}`), email: i.email };
  return async ({ tx, ids }) => {
    const text = await textOf(tx, input),
      all = await factsOf(tx, ids, shape),
      refused = new Map<number, DomainError>();
    for (const eventid of new Set(all.map((each) => each.eventid))) {
      const asked = all.filter((each) => each.eventid === eventid);
      const already = taken.get(eventid) ?? new Set<string>();
      taken.set(eventid, already);
      const known = await findMailing(tx, eventid, text);
      for (const [id, error] of await judgeAll(tx, { organizationid: asked[0]?.organizationid ?? 0, known }, asked, already))
        refused.set(id, error);
    }
    return refused;
  };
};

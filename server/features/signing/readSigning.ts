import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { exonerations, type Exoneration } from '@/resources/exonerations/exonerations';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { organizations } from '@/resources/organizations/organizations';
import { web_users } from '@/resources/web_users/web_users';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne, value, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { isOverSql } from '../signLinks/signsOnline';
import { isSigning, needsGuardian } from '../waivers/judgeSignature';
import { hashOfText, waiverFor } from '../waivers/waivers';

const i = columnsOf(inscriptions, 'i');
const e = columnsOf(events, 'e');
const d = columnsOf(distances, 'd');
const o = columnsOf(organizations, 'o');
const w = columnsOf(web_users, 'w');
const x = columnsOf(exonerations, 'x');
const s = columnsOf(exoneration_signatures, 's');

const facts = {
  inscriptionid: i.inscriptionid,
  eventid: i.eventid,
  organizationid: value<number>(sql`${e.organizationid}`),
  distanceid: i.distanceid,
  folio: value<string>(sql`coalesce(${i.folio}, '')`),
  birth_date: value<string | null>(sql`${i.birth_date}::text`),
  name: value<string>(sql`coalesce(${i.name}, ${i.first_name})`),
  status: i.status,
  exoneration_status: i.exoneration_status,
  athleteLocale: value<string | null>(sql`${w.locale}`),
  event: value<{ readonly es: string; readonly en?: string | null }>(sql`${e.name}`),
  distance: d.name,
  start_at: e.start_at,
  timezone: e.timezone,
  organization: o.name,
  contact: value<string>(sql`coalesce(${e.contact_email}, '')`),
  mode: e.exoneration_mode,
  eventStatus: e.status,
  isOver: isOverSql(e),
};
type Facts = Selected<typeof facts>;
const text = {
  exonerationid: x.exonerationid,
  title: x.title,
  revision: x.revision,
  body: value<Exoneration['body_html']>(sql`${x.body_html}`),
  sha256: value<string | null>(sql`${x.sha256}`),
  way: value<'checkbox' | 'typed' | 'drawn' | 'paper'>(sql`${x.require_signature}`),
  mustScroll: value<boolean>(sql`coalesce(${x.force_scroll}, false)`),
  needsId: value<boolean>(sql`coalesce(${x.require_id_photo}, false)`),
  isMinor: value<boolean>(sql`coalesce(${needsGuardian}, false)`),
};
const signed = { signer: s.signer_name, signed_at: value<string | null>(sql`${s.signed_at}`) };

/** The text that a registration has to sign. */
export interface Text extends Omit<Selected<typeof text>, 'sha256'> {
  readonly sha256: string;
}
/** What may be done with a link: sign, or only read a sentence about why not. */
export type Standing = 'open' | 'cancelled' | 'signed' | 'over' | 'closed' | 'notNeeded' | 'noBirthDate' | 'paper';
/** A registration as the page for signing shows it. */
export interface Signing extends Facts {
  readonly standing: Standing;
  readonly text: Text | null;
  readonly signature: Selected<typeof signed> | null;
}

const standingOf = (found: Facts, waiver: Text | null): Standing => {
  if (found.eventStatus === 'cancelled') return 'cancelled';
  if (!isSigning(found.status)) return 'closed';
  if (found.isOver) return 'over';
  if (found.birth_date === null) return 'noBirthDate';
  if (found.exoneration_status === 'signed') return 'signed';
  if (!waiver || found.mode === 'none' || found.exoneration_status === 'not_required') return 'notNeeded';
  return waiver.way === 'paper' || found.mode === 'paper' ? 'paper' : 'open';
};

const readText = async (tx: Transaction, { eventid, distanceid, inscriptionid }: Facts): Promise<Text | null> => {
  const exonerationid = await waiverFor(tx, eventid, distanceid);
  const found =
    exonerationid !== null &&
    (await selectOne(
      tx,
      text,
      sql`from ${i} join ${d} on ${d.distanceid} = ${i.distanceid} join ${e} on ${e.eventid} = ${i.eventid}, ${x}
       where ${i.inscriptionid} = ${inscriptionid} and ${x.exonerationid} = ${exonerationid}`,
    ));
  return found ? { ...found, sha256: found.sha256 ?? hashOfText(found.body) } : null;
};

/** Reads a registration for the page where its waiver is signed; null when there is none. `lock` keeps it as it is until the end of the transaction. */
export const readSigning = async (tx: Transaction, inscriptionid: number, lock = false): Promise<Signing | null> => {
  const found = await selectOne(
    tx,
    facts,
    sql`from ${i} join ${e} on ${e.eventid} = ${i.eventid} join ${o} on ${o.organizationid} = ${e.organizationid} join ${d} on ${d.distanceid} = ${i.distanceid} join ${w} on ${w.web_userid} = ${i.web_userid}
     where ${i.inscriptionid} = ${inscriptionid} and ${i.deleted_at} is null and ${e.deleted_at} is null ${sql.raw(lock ? 'for update of i' : '')}`,
  );
  if (!found) return null;
  const waiver = await readText(tx, found);
  const standing = standingOf(found, waiver);
  const signature =
    standing === 'signed'
      ? await selectOne(
          tx,
          signed,
          sql`from ${s} where ${s.inscriptionid} = ${inscriptionid} and ${s.status} = 'signed' and ${s.deleted_at} is null order by ${s.signed_at} desc nulls last, ${s.signatureid} desc limit 1`,
        )
      : null;
  return { ...found, standing, text: waiver, signature: signature ?? null };
};

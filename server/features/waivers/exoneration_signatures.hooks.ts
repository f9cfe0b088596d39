import { statusGroups } from '@/domain/registration/lifecycle';
import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { exonerations } from '@/resources/exonerations/exonerations';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, invalid, notFound, problemAt } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { supersede } from '../documents/issueDocument';
import { markWaiver } from './waivers';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, selectOne, value, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const i = columnsOf(inscriptions, 'i');
const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
const x = columnsOf(exonerations, 'x');
const s = columnsOf(exoneration_signatures);
const parties = {
  eventid: i.eventid,
  status: i.status,
  ofEvent: x.eventid,
  state: x.status,
  revision: x.revision,
  covers: value<boolean | null>(
    sql`cardinality(coalesce(${x.distanceids}, '{}')) = 0 or ${i.distanceid} = any(${x.distanceids}) or ${d.exonerationid} = ${x.exonerationid}`,
  ),
  isMinor: value<boolean | null>(
    sql`extract(year from age((coalesce(${d.start_at}, ${e.start_at}) at time zone ${e.timezone})::date, ${i.birth_date}))::int < ${x.guardian_min_age}`,
  ),
  kind: x.require_signature,
  needsId: x.require_id_photo,
};
const partiesOf = (tx: Transaction, inscriptionid: number, exonerationid: number) =>
  selectOne(
    tx,
    parties,
    sql`from ${i} join ${d} on ${d.distanceid} = ${i.distanceid} join ${e} on ${e.eventid} = ${i.eventid}, ${x}
     where ${i.inscriptionid} = ${inscriptionid} and ${x.exonerationid} = ${exonerationid} and ${i.deleted_at} is null and ${x.deleted_at} is null for update of i`,
  );
const isSigned = (tx: Transaction, inscriptionid: number): Promise<boolean> =>
  exists(tx, sql`from ${s} where ${s.inscriptionid} = ${inscriptionid} and ${s.status} = 'signed' and ${s.deleted_at} is null limit 1`);
const signing: ReadonlySet<string> = new Set([...statusGroups.hold, ...statusGroups.active]);
const remote = new Set(['web', 'app']);

const { inscriptionid, eventid, status, exoneration_status } = i;
const standing = { inscriptionid, eventid, status, exoneration_status };
const standingOf = async (tx: Transaction, id: number): Promise<Selected<typeof standing>> => {
  const found = await selectOne(tx, standing, sql`from ${i} where ${inscriptionid} = ${id} for update`);
  if (!found) throw notFound();
  return found;
};

/** Who may sign what: a valid waiver for the race of an inscription that is not closed, by a guardian if the athlete is too young. */
const judge = async (tx: Transaction, values: Record<string, unknown>): Promise<void> => {
  const found = await partiesOf(tx, Number(values['inscriptionid']), Number(values['exonerationid']));
  if (!found || found.eventid !== found.ofEvent) throw invalid([{ path: 'exonerationid', code: 'INVALID_REFERENCE' }]);
  const { state, revision, covers, isMinor, kind, needsId } = found;
  if (!signing.has(found.status)) throw conflict('SIGNING_CLOSED', [{ path: 'inscriptionid', code: 'SIGNING_CLOSED' }]);
  if (state !== 'active') throw conflict('EXONERATION_INACTIVE', [{ path: 'exonerationid', code: 'EXONERATION_INACTIVE' }]);
  const { channel = 'desk', signer_type = 'athlete' } = values;
  const problems = [
    ...(covers ? [] : [problemAt('exonerationid', 'EXONERATION_ELSEWHERE')]),
    ...(isMinor && signer_type !== 'guardian' ? [problemAt('signer_type', 'GUARDIAN_SIGNS')] : []),
    ...(kind === 'drawn' && channel !== 'paper' && !values['signature_img'] ? [problemAt('signature_img', 'SIGNATURE_REQUIRED')] : []),
    ...(needsId && remote.has(String(channel)) && !values['id_file'] ? [problemAt('id_file', 'ID_REQUIRED')] : []),
  ];
  if (problems.length > 0) throw invalid(problems);
  Object.assign(values, {
    eventid: found.eventid,
    revision,
    signed_at: new Date().toISOString(),
    witness_userid: tx.userid,
    ip: tx.call.ip || null,
    user_agent: tx.call.userAgent || null,
  });
};

/** The server's rules for a signature: the waiver state of the inscription changes in the same transaction. */
export const exonerationSignaturesHooks = defineHooks(exoneration_signatures, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb === 'create' && values['inscriptionid'] && values['exonerationid']) await judge(tx, values);
  },
  afterWrite: async ({ tx, verb, values }) => {
    if (verb === 'create') await markWaiver(tx, await standingOf(tx, Number(values['inscriptionid'])), 'signed', 'event-exoneration');
  },
  actions: {
    revoke: async ({ tx, row, input }) => {
      const found = await standingOf(tx, row.inscriptionid);
      await supersede(tx, [row.inscriptionid], ['exoneration']);
      if ((await isSigned(tx, row.inscriptionid)) || !signing.has(found.status)) return;
      await markWaiver(tx, found, 'pending', 'event-exoneration', input.reason);
    },
  },
});

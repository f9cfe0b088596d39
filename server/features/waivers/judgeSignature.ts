import { statusGroups } from '@/domain/registration/lifecycle';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { exonerations } from '@/resources/exonerations/exonerations';
import { conflict, invalid, problemAt } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { coversDistance } from '../signLinks/coversDistance';

const i = columnsOf(inscriptions, 'i');
const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
const x = columnsOf(exonerations, 'x');
/** Whether a guardian has to sign, by the age on the day of the race. For statements over these tables with these aliases. */
export const needsGuardian = value<boolean | null>(
  sql`extract(year from age((coalesce(${d.start_at}, ${e.start_at}) at time zone ${e.timezone})::date, ${i.birth_date}))::int < ${x.guardian_min_age}`,
);
const parties = {
  eventid: i.eventid,
  status: i.status,
  ofEvent: x.eventid,
  state: x.status,
  revision: x.revision,
  covers: value<boolean | null>(sql`${coversDistance(x, i.distanceid, d.exonerationid)}`),
  needsGuardian,
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
const signing: ReadonlySet<string> = new Set([...statusGroups.hold, ...statusGroups.active]);
/** Whether the waiver of a registration may be signed, by its status. */
export const isSigning = (status: string): boolean => signing.has(status);
const remote = new Set(['web', 'app']);

/** Who may sign what: a valid waiver for the race of an inscription that is not closed, by a guardian if the athlete is too young. */
export const judgeSignature = async (tx: Transaction, values: Record<string, unknown>): Promise<void> => {
  const found = await partiesOf(tx, Number(values['inscriptionid']), Number(values['exonerationid']));
  if (!found || found.eventid !== found.ofEvent) throw invalid([{ path: 'exonerationid', code: 'INVALID_REFERENCE' }]);
  const { state, revision, covers, needsGuardian: isMinor, kind, needsId } = found;
  if (!isSigning(found.status)) throw conflict('SIGNING_CLOSED', [{ path: 'inscriptionid', code: 'SIGNING_CLOSED' }]);
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

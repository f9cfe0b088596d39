import { statusGroups, type Lifecycle } from '@/domain/registration/lifecycle';
import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, invalid, problemAt } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { supersede } from '../documents/issueDocument';
import { markWaiver } from './waivers';

const partiesSql = `
  select i.eventid, i.status, x.eventid, x.status, x.revision, cardinality(coalesce(x.distanceids, '{}')) = 0 or i.distanceid = any(x.distanceids) or d.exonerationid = x.exonerationid,
         extract(year from age((coalesce(d.start_at, e.start_at) at time zone e.timezone)::date, i.birth_date))::int < x.guardian_min_age, x.require_signature, x.require_id_photo
    from inscriptions i join distances d on d.distanceid = i.distanceid join events e on e.eventid = i.eventid, exonerations x
   where i.inscriptionid = $1 and x.exonerationid = $2 and i.deleted_at is null and x.deleted_at is null for update of i`;
const standSql = 'select inscriptionid, eventid, status, exoneration_status from inscriptions where inscriptionid = $1 for update';
const stillSql = `select 1 from exoneration_signatures where inscriptionid = $1 and status = 'signed' and deleted_at is null limit 1`;
const signing: ReadonlySet<string> = new Set([...statusGroups.hold, ...statusGroups.active]);
const remote = new Set(['web', 'app']);

type Standing = Pick<Inscription, 'inscriptionid' | 'eventid' | 'exoneration_status'> & { readonly status: Lifecycle };
const standingOf = async (tx: Transaction, id: number): Promise<Standing> => {
  const [[inscriptionid, eventid, status, exoneration_status] = []] = await tx.run(standSql, [id]);
  return {
    inscriptionid: Number(inscriptionid),
    eventid: Number(eventid),
    status: status as Lifecycle,
    exoneration_status: exoneration_status as Inscription['exoneration_status'],
  };
};

/** Who may sign what: a waiver in force for the race of a living inscription, by a guardian where the athlete is too young. */
const judge = async (tx: Transaction, values: Record<string, unknown>): Promise<void> => {
  const [[eventid, status, waiverEvent, state, revision, covers, isMinor, kind, needsId] = []] = await tx.run(partiesSql, [
    values['inscriptionid'],
    values['exonerationid'],
  ]);
  if (eventid === undefined || Number(eventid) !== Number(waiverEvent))
    throw invalid([{ path: 'exonerationid', code: 'INVALID_REFERENCE' }]);
  if (!signing.has(String(status))) throw conflict('SIGNING_CLOSED', [{ path: 'inscriptionid', code: 'SIGNING_CLOSED' }]);
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
    eventid: Number(eventid),
    revision,
    signed_at: new Date().toISOString(),
    witness_userid: tx.userid,
    ip: tx.call.ip || null,
    user_agent: tx.call.userAgent || null,
  });
};

/** What happens around a signature that only the server knows: the inscription says how it stands, in the same transaction. */
export const exonerationSignaturesHooks = defineHooks(exoneration_signatures, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb === 'create' && values['inscriptionid'] && values['exonerationid']) await judge(tx, values);
  },
  afterWrite: async ({ tx, verb, values }) => {
    if (verb === 'create') await markWaiver(tx, await standingOf(tx, Number(values['inscriptionid'])), 'signed', 'event-exoneration');
  },
  actions: {
    revoke: async ({ tx, row, input }) => {
      const standing = await standingOf(tx, row.inscriptionid);
      await supersede(tx, [row.inscriptionid], ['exoneration']);
      const isSigned = (await tx.run(stillSql, [row.inscriptionid])).length > 0;
      if (isSigned || !signing.has(standing.status)) return;
      await markWaiver(tx, standing, 'pending', 'event-exoneration', input.reason);
    },
  },
});

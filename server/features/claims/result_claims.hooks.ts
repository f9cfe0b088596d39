import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { result_claims, type ResultClaim } from '@/resources/result_claims/result_claims';
import { results } from '@/resources/results/results';
import { createServerRow } from '../../api/write/serverRow';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { conflict, DomainError } from '../../kernel/DomainError';
import { defineHooks } from '../../kernel/defineHooks';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { changeResult } from '../results/changeResult';
import { openSet, touchSet } from '../results/sets';
import { noteChange, plainValue } from '../results/versions';

/** Closes a claim with its answer, which leaves as a letter where there is an address. */
const close = (tx: Transaction, { claimid, email, inscriptionid }: ResultClaim, status: 'accepted' | 'rejected', resolution: string) =>
  updateRow(tx, result_claims, claimid, {
    status,
    resolution,
    resolved_by_userid: tx.userid,
    resolved_at: new Date().toISOString(),
    letter: email || inscriptionid ? 'waiting' : null,
  });

/** A finisher whom no file had gets a result of their own. */
const addResult = async (tx: Transaction, claim: ResultClaim, values: Row, reason: string): Promise<number> => {
  const athlete = claim.inscriptionid === null ? null : await readStored(tx, inscriptions, claim.inscriptionid);
  if (!athlete) throw conflict('CLAIM_WITHOUT_ATHLETE');
  const set = await openSet(tx, claim.result_setid);
  const name = String(values['name'] ?? [athlete.first_name, athlete.last_name].filter(Boolean).join(' '));
  const resultid = await createServerRow(tx, results, {
    result_setid: set.result_setid,
    eventid: set.eventid,
    distanceid: set.distanceid,
    inscriptionid: athlete.inscriptionid,
    matched_by: 'manual',
    number: athlete.number,
    chip_code: athlete.chip_code,
    gender: athlete.gender,
    birth_date: athlete.birth_date,
    status: 'finished',
    ...values,
    name,
    edited_by_userid: tx.userid,
    edit_reason: reason,
  });
  const change = {
    resultid,
    number: athlete.number,
    name,
    field: 'resultid',
    before: null,
    after: plainValue(name),
    place_before: null,
    place_after: null,
  };
  await noteChange(tx, set, { kind: 'claim', reason, changes: [change] });
  await touchSet(tx, set.result_setid);
  return resultid;
};

const longestReason = 300;
/** The server's rules for a claim. */
export const resultClaimsHooks = defineHooks(result_claims, {
  actions: {
    accept: async ({ tx, id, row, input: { resolution, corrected_name, corrected_number, ...others } }) => {
      const said = { ...others, name: corrected_name, number: corrected_number };
      const values = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== null));
      if (Object.keys(values).length === 0) throw new DomainError('CLAIM_CHANGES_NOTHING');
      const reason = resolution.slice(0, longestReason);
      if (row.resultid === null) {
        const resultid = await addResult(tx, row, values, reason);
        await updateRow(tx, result_claims, id, { resultid });
      } else await changeResult(tx, row.resultid, values, { kind: 'claim', reason });
      await close(tx, row, 'accepted', resolution);
    },
    reject: ({ tx, row, input: { resolution } }) => close(tx, row, 'rejected', resolution),
  },
});

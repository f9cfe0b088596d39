import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { defineHooks } from '../../kernel/defineHooks';
import { notFound } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { supersede } from '../documents/issueDocument';
import { isSigning, judgeSignature } from './judgeSignature';
import { markWaiver } from './waivers';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, selectOne, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const i = columnsOf(inscriptions, 'i');
const s = columnsOf(exoneration_signatures);
const isSigned = (tx: Transaction, inscriptionid: number): Promise<boolean> =>
  exists(tx, sql`from ${s} where ${s.inscriptionid} = ${inscriptionid} and ${s.status} = 'signed' and ${s.deleted_at} is null limit 1`);

const { inscriptionid, eventid, status, exoneration_status } = i;
const standing = { inscriptionid, eventid, status, exoneration_status };
const standingOf = async (tx: Transaction, id: number): Promise<Selected<typeof standing>> => {
  const found = await selectOne(tx, standing, sql`from ${i} where ${inscriptionid} = ${id} for update`);
  if (!found) throw notFound();
  return found;
};

/** The server's rules for a signature: the waiver state of the inscription changes in the same transaction. */
export const exonerationSignaturesHooks = defineHooks(exoneration_signatures, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb === 'create' && values['inscriptionid'] && values['exonerationid']) await judgeSignature(tx, values);
  },
  afterWrite: async ({ tx, verb, values }) => {
    if (verb === 'create') await markWaiver(tx, await standingOf(tx, Number(values['inscriptionid'])), 'signed', 'event-exoneration');
  },
  actions: {
    revoke: async ({ tx, row, input }) => {
      const found = await standingOf(tx, row.inscriptionid);
      await supersede(tx, [row.inscriptionid], ['exoneration']);
      if ((await isSigned(tx, row.inscriptionid)) || !isSigning(found.status)) return;
      await markWaiver(tx, found, 'pending', 'event-exoneration', input.reason);
    },
  },
});

import { moments, type InscriptionStatus, type Sequel, isAmong } from '@/domain/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import type { Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { issueDocument, issuedTo } from '../documents/issueDocument';
import { documentChanges } from '../documents/documentChanges';
import { layDown, waitingFor } from '../letters/layDown';
import { addLog } from '../log/log';
import { offerNext } from './offers';
import { columnsOf } from '../../kernel/columnsOf';
import { Entangled } from '../../kernel/group';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';

/** One step of an inscription that is written already. */
export interface Taken {
  readonly before: Inscription;
  readonly after: Inscription;
  readonly to: InscriptionStatus;
}
/** What follows the steps of inscriptions, in their order. */
type SequelBody = (tx: Transaction, taken: readonly Taken[]) => Promise<void>;

const isClosed = ({ status }: Inscription): boolean => isAmong('closed', status);
const leavesSeat = ({ before, after }: Taken): boolean => !isClosed(before) && (isClosed(after) || before.distanceid !== after.distanceid);
const idsOf = (taken: readonly Taken[]): readonly number[] => taken.map(({ before }) => before.inscriptionid);

const expired = { status: 'expired' } as const;
const withdrawn = { status: 'withdrawn', withdrawn_because: 'other_race' } as const;
/** An offer ends with the seat that it held; people who chose another race withdrew. */
const endOffer: SequelBody = async (tx, taken) => {
  const left = taken.filter(leavesSeat);
  for (const end of [expired, withdrawn]) {
    const ids = idsOf(left.filter(({ to }) => (moments[to].kind === 'lifecycle' ? expired : withdrawn) === end));
    if (ids.length > 0)
      await updateAudited(
        tx,
        waitlist_entries,
        (entry) => sql`${entry.inscriptionid} = any(${ids}::bigint[]) and ${entry.status} = 'offered'`,
        end,
      );
  }
};

const w = columnsOf(waitlist_entries);
const someWait = (tx: Transaction, distanceids: readonly number[]): Promise<boolean> =>
  exists(
    tx,
    sql`from ${w} where ${w.distanceid} = any(${distanceids}::bigint[]) and ${w.status} = 'waiting' and ${w.deleted_at} is null limit 1`,
  );
/** The free seat goes to the first person who waits, unless the race is off. */
const offerSeat: SequelBody = async (tx, taken) => {
  const free = taken
    .filter((each) => leavesSeat(each) && each.after.cancel_reason !== 'event_cancelled')
    .map(({ before }) => before.distanceid);
  // The person who gets a seat may be one of those who lose theirs.
  if (taken.length > 1 && free.length > 0 && (await someWait(tx, [...new Set(free)]))) throw new Entangled();
  if (taken.length === 1) for (const distanceid of free) await offerNext(tx, distanceid);
};

/** Prints the evidence for a bank that disputes a payment, the dispute included. */
const issueEvidence: SequelBody = async (tx, taken) => {
  for (const { after } of taken) {
    const issued = await issueDocument(tx, after, 'evidence');
    if (issued) await addLog(tx, after, { status: 'pdf_created', actor: 'system', changes: documentChanges(issued) });
  }
};

/** People who had a proof and come back get one with their new code, by mail where they have an address. */
const renewProof: SequelBody = async (tx, taken) => {
  const proofs = await issuedTo(tx, idsOf(taken), 'confirmation');
  const renewed = taken.filter(({ before }) => proofs.get(before.inscriptionid)?.isCurrent === false);
  const waiting = await waitingFor(tx, idsOf(renewed), 'proof');
  for (const { after } of renewed) {
    const issued = await issueDocument(tx, after, 'confirmation');
    if (issued) await addLog(tx, after, { status: 'pdf_created', actor: 'system', changes: documentChanges(issued) });
    if (after.email && !waiting.has(after.inscriptionid)) await layDown(tx, after, 'proof');
  }
};

/** The body of everything that follows a step. */
export const sequels: Readonly<Record<Sequel, SequelBody>> = {
  end_offer: endOffer,
  offer_seat: offerSeat,
  issue_evidence: issueEvidence,
  renew_proof: renewProof,
};

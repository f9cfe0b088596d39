import { moments, type InscriptionStatus, type Sequel, isAmong } from '@/domain/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import type { Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { hasCurrent, issueDocument, wasIssued } from '../documents/issueDocument';
import { toldOf } from '../documents/toldOf';
import { isWaiting, layDown } from '../letters/layDown';
import { addLog } from '../log/log';
import { offerNext } from './offers';
import { sql } from '../../kernel/sql';

/** One step of an inscription that is written already. */
interface Taken {
  readonly tx: Transaction;
  readonly before: Inscription;
  readonly after: Inscription;
  readonly to: InscriptionStatus;
}
type SequelBody = (taken: Taken) => Promise<void>;

const isClosed = ({ status }: Inscription): boolean => isAmong('closed', status);
const leavesSeat = ({ before, after }: Taken): boolean => !isClosed(before) && (isClosed(after) || before.distanceid !== after.distanceid);

const expired = { status: 'expired' } as const;
const withdrawn = { status: 'withdrawn', withdrawn_because: 'other_race' } as const;
/** An offer ends with the seat that it held; whoever chose another race instead withdrew. */
const endOffer: SequelBody = async (taken) => {
  const {
    tx,
    before: { inscriptionid },
    to,
  } = taken;
  if (!leavesSeat(taken)) return;
  const end = moments[to].kind === 'lifecycle' ? expired : withdrawn;
  await updateAudited(tx, waitlist_entries, (entry) => sql`${entry.inscriptionid} = ${inscriptionid} and ${entry.status} = 'offered'`, end);
};

/** The seat that was left is for whoever waits first, unless nobody is to run at all. */
const offerSeat: SequelBody = async (taken) => {
  const {
    tx,
    before: { distanceid },
    after: { cancel_reason },
  } = taken;
  if (leavesSeat(taken) && cancel_reason !== 'event_cancelled') await offerNext(tx, distanceid);
};

/** A bank that disputes a payment is answered with what is known, the dispute included. */
const issueEvidence: SequelBody = async ({ tx, after }) => {
  const issued = await issueDocument(tx, after, 'evidence');
  if (issued) await addLog(tx, after, { status: 'pdf_created', actor: 'system', changes: toldOf(issued) });
};

/** Whoever had a proof and comes back gets one with their new code, by mail where they have an address. */
const renewProof: SequelBody = async ({ tx, after }) => {
  const { inscriptionid, email } = after;
  if (!(await wasIssued(tx, inscriptionid, 'confirmation')) || (await hasCurrent(tx, inscriptionid, 'confirmation'))) return;
  const issued = await issueDocument(tx, after, 'confirmation');
  if (issued) await addLog(tx, after, { status: 'pdf_created', actor: 'system', changes: toldOf(issued) });
  if (email && !(await isWaiting(tx, inscriptionid, 'proof'))) await layDown(tx, after, 'proof');
};

/** The body of everything that follows a step. */
export const sequels: Readonly<Record<Sequel, SequelBody>> = {
  end_offer: endOffer,
  offer_seat: offerSeat,
  issue_evidence: issueEvidence,
  renew_proof: renewProof,
};

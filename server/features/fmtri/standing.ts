import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import type { InferColumns, InferWrite } from '@/schema';
import type { Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { today } from '../../kernel/dayOf';
import { sanctionRegistrations } from './sanctionRegistrations';
import { judgeOverlaps } from './activateAffiliation';
import type { Columns } from '../../kernel/columnsOf';
import { sql, type SQL } from '../../kernel/sql';

type Affiliations = Columns<InferColumns<typeof fmtri_affiliations>>;
interface Wanted {
  readonly where: (affiliation: Affiliations) => SQL;
  readonly changes: InferWrite<typeof fmtri_affiliations>;
}

/** Changes the affiliations of a person that match a condition, each with its audit, and answers how many. */
const changeAffiliations = async (tx: Transaction, affiliate_userid: number, { where, changes }: Wanted): Promise<number> => {
  const changed = await updateAudited(
    tx,
    fmtri_affiliations,
    (a) => sql`${a.affiliate_userid} = ${affiliate_userid} and ${where(a)} and ${a.deleted_at} is null`,
    changes,
  );
  return changed.length;
};

/** Suspends a person from competition, with their affiliations. */
export const takeOut = async (
  tx: Transaction,
  id: number,
  standing: InferWrite<typeof fmtri_affiliate_users>,
): Promise<{ readonly affiliations: number }> => {
  await updateRow(tx, fmtri_affiliate_users, id, standing);
  return {
    affiliations: await changeAffiliations(tx, id, {
      where: ({ status }) => sql`${status} = 'active'`,
      changes: { status: 'suspended', held: true, status_reason: standing.status_reason },
    }),
  };
};

/** Says from when on a person is sanctioned; until then nothing of theirs changes. */
export const planSanction = async (
  tx: Transaction,
  id: number,
  terms: InferWrite<typeof fmtri_affiliate_users>,
): Promise<{ readonly affiliations: number }> => {
  await updateRow(tx, fmtri_affiliate_users, id, terms);
  return { affiliations: 0 };
};

/** Lets a person compete again, and restores the affiliations that were suspended with them and have not expired. */
export const bringBack = async (tx: Transaction, id: number, day: SQL = today): Promise<{ readonly affiliations: number }> => {
  await updateRow(tx, fmtri_affiliate_users, id, { status: 'active', sanction_from: null, sanction_until: null, status_reason: null });
  await sanctionRegistrations(tx, id, null);
  const affiliations = await changeAffiliations(tx, id, {
    where: ({ status, held, ends_on }) => sql`${status} = 'suspended' and ${held} and ${ends_on} >= ${day}`,
    changes: { status: 'active', held: false, status_reason: null },
  });
  await judgeOverlaps(tx);
  return { affiliations };
};

/** Ends all affiliations and requests of a person, because nobody can use them any more. */
export const endAll = async (tx: Transaction, id: number, reason: string): Promise<{ readonly affiliations: number }> => {
  await updateRow(tx, fmtri_affiliate_users, id, { status: 'deceased', sanction_from: null, sanction_until: null, status_reason: reason });
  return {
    affiliations: await changeAffiliations(tx, id, {
      where: ({ status }) => sql`${status} in ('draft', 'pending_payment', 'pending_review', 'active', 'suspended')`,
      changes: { status: 'cancelled', held: false, status_reason: reason },
    }),
  };
};

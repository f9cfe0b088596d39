import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations, type FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import type { Transaction } from '../../kernel/transaction';
import { changeBeside } from '../../api/write/beside';
import { updateRow } from '../../api/write/columns';
import { todaySql } from '../../database/localDay';
import { judgeOverlaps } from './activateAffiliation';

type Values = Readonly<Record<string, unknown>>;
interface Wanted {
  readonly where: string;
  readonly changes: Values;
}

/** Changes the affiliations of a person that a condition picks, each with its trace, and says how many. */
const changeAffiliations = async (tx: Transaction, affiliate_userid: number, { where, changes }: Wanted): Promise<number> =>
  (await changeBeside(tx, fmtri_affiliations, `t.affiliate_userid = $7 and ${where} and t.deleted_at is null`, [affiliate_userid], changes))
    .length;

/** Takes a person out of competition: what they hold is suspended along with them. */
export const takeOut = async (tx: Transaction, id: number, standing: Values): Promise<{ readonly affiliations: number }> => {
  await updateRow(tx, fmtri_affiliate_users, id, standing);
  return {
    affiliations: await changeAffiliations(tx, id, {
      where: `status = 'active'`,
      changes: { status: 'suspended', held: true, status_reason: standing['status_reason'] },
    }),
  };
};

/** Lets a person compete again, with what was suspended along with them and has not run out. */
export const bringBack = async (tx: Transaction, id: number): Promise<{ readonly affiliations: number }> => {
  await updateRow(tx, fmtri_affiliate_users, id, { status: 'active', sanction_until: null, status_reason: null });
  const affiliations = await changeAffiliations(tx, id, {
    where: `status = 'suspended' and held and ends_on >= ${todaySql}`,
    changes: { status: 'active' satisfies FmtriAffiliation['status'], held: false, status_reason: null },
  });
  await judgeOverlaps(tx);
  return { affiliations };
};

/** Ends what a person holds or asked for, since nobody can use it any more. */
export const endAll = async (tx: Transaction, id: number, reason: string): Promise<{ readonly affiliations: number }> => {
  await updateRow(tx, fmtri_affiliate_users, id, { status: 'deceased', sanction_until: null, status_reason: reason });
  return {
    affiliations: await changeAffiliations(tx, id, {
      where: `status in ('draft', 'pending_payment', 'pending_review', 'active', 'suspended')`,
      changes: { status: 'cancelled', held: false, status_reason: reason },
    }),
  };
};

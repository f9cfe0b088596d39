import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import type { FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { web_users } from '@/resources/web_users/web_users';
import { columnsOf } from '../../kernel/columnsOf';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const u = columnsOf(fmtri_affiliate_users, 'u');
const w = columnsOf(web_users, 'w');

/** Whether a decision leaves as a letter: only to people with an account, who have an address. Works as the owner, since accounts are not of the federation. */
export const letterFor = async (
  tx: Transaction,
  { affiliate_userid }: Pick<FmtriAffiliation, 'affiliate_userid'>,
): Promise<'waiting' | null> =>
  (await tx.asOwner(() =>
    exists(
      tx,
      sql`from ${u} join ${w} on ${w.web_userid} = ${u.web_userid} where ${u.affiliate_userid} = ${affiliate_userid} and ${w.email} is not null and ${w.status} in ('active', 'blocked')`,
    ),
  ))
    ? 'waiting'
    : null;

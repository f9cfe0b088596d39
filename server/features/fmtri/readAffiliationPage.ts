import { papersOf, type Paper } from '@/domain/affiliations/papers';
import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliation_types } from '@/resources/fmtri_affiliation_types/fmtri_affiliation_types';
import { fmtri_affiliations, type FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { states } from '@/resources/states/states';
import { columnsOf } from '../../kernel/columnsOf';
import { pick, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { todayOf } from './todayOf';

const a = columnsOf(fmtri_affiliations, 'a');
const u = columnsOf(fmtri_affiliate_users, 'u');
const t = columnsOf(fmtri_affiliation_types, 't');
const s = columnsOf(states, 's');

/** How an affiliation is doing for somebody who looks at its card. */
export type Standing = 'valid' | 'early' | 'expired' | 'suspended' | 'ended' | 'waiting';
/** What the public pages of an affiliation may say. Nothing of it is contact data or health data. */
export interface AffiliationPage extends Pick<
  FmtriAffiliation,
  'affiliationid' | 'name' | 'number' | 'season' | 'audience' | 'status' | 'starts_on' | 'ends_on'
> {
  readonly price_cents: number;
  readonly charge_state: FmtriAffiliation['charge_state'];
  readonly type: { readonly es: string; readonly en?: string };
  readonly state: string;
  readonly club: string | null;
  readonly photo: string | null;
  readonly fmtri_number: string;
  readonly insurance_policy: string | null;
  readonly paid_at: string | null;
  readonly standing: Standing;
  readonly papers: readonly Paper[];
}

const standingOf = (
  { status, starts_on, ends_on }: Pick<FmtriAffiliation, 'status' | 'starts_on' | 'ends_on'>,
  today: string,
): Standing => {
  if (status === 'expired' || (ends_on < today && (status === 'active' || status === 'suspended'))) return 'expired';
  if (status === 'suspended') return 'suspended';
  if (status === 'active') return starts_on > today ? 'early' : 'valid';
  return status === 'rejected' || status === 'cancelled' ? 'ended' : 'waiting';
};

/** An affiliation as its public pages show it; null where there is none. Works as the system, for links without a sign-in. */
export const readAffiliationPage = async (tx: Transaction, affiliationid: number): Promise<AffiliationPage | null> => {
  const found = await selectOne(
    tx,
    {
      ...pick(a, 'affiliationid', 'name', 'number', 'season', 'audience', 'status', 'price_cents', 'charge_state', 'paid_at'),
      starts_on: value<string>(sql`${a.starts_on}::text`),
      ends_on: value<string>(sql`${a.ends_on}::text`),
      type: value<AffiliationPage['type']>(sql`${t.name}`),
      requires_docs: t.requires_docs,
      insurance_policy: value<string | null>(sql`case when ${t.insurance} then ${t.insurance_policy} end`),
      docs: u.docs,
      photo: u.photo,
      club: u.club,
      fmtri_number: u.fmtri_number,
      person: u.status,
      state: value<string>(sql`(select ${s.name} from ${s} where ${s.stateid} = ${u.stateid})`),
    },
    sql`from ${a} join ${u} on ${u.affiliate_userid} = ${a.affiliate_userid} join ${t} on ${t.typeid} = ${a.typeid} where ${a.affiliationid} = ${affiliationid} and ${a.deleted_at} is null`,
  );
  if (!found) return null;
  const today = await todayOf(tx);
  const { docs, requires_docs, person, ...page } = found;
  const standing = standingOf(page, today);
  return {
    ...page,
    standing: standing === 'valid' && person !== 'active' ? 'suspended' : standing,
    papers: papersOf(requires_docs, docs, today),
  };
};

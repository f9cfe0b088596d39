import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations, type FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import type { InferWrite } from '@/schema';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { todayOf } from './todayOf';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const digits = 6;
/** What is printed on the card: the season, and a unique number. */
const numberOf = (season: number, id: number): string => `${season}-${String(id).padStart(digits, '0')}`;
type Standing = Pick<FmtriAffiliation, 'affiliate_userid' | 'season' | 'ends_on' | 'number'>;

/** Overlaps are checked at once and reported on this record, not at the commit without a field. */
export const judgeOverlaps = (tx: Transaction): Promise<void> => execute(tx, sql`set constraints all immediate`);

/** Activates an affiliation with its number, if the person may hold one and it has at least one day left. */
export const activateAffiliation = async (
  tx: Transaction,
  id: number,
  { affiliate_userid, season, ends_on, number }: Standing,
  changes: InferWrite<typeof fmtri_affiliations> = {},
): Promise<void> => {
  const affiliate = await readStored(tx, fmtri_affiliate_users, affiliate_userid, { lock: true });
  if (affiliate?.status !== 'active') throw conflict('AFFILIATE_NOT_ACTIVE');
  if (ends_on < (await todayOf(tx))) throw conflict('AFFILIATION_OVER');
  await updateRow(tx, fmtri_affiliations, id, { ...changes, status: 'active', number: number ?? numberOf(season, id) });
  await judgeOverlaps(tx);
};

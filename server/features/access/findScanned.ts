import { readCode, type Reading } from '@/domain/registration/readCode';
import { seats } from '@/domain/registration/lifecycle';
import type { NotFound } from '@/domain/registration/judgeScan';
import { benefit_grants } from '@/resources/benefit_grants/benefit_grants';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { columnsOf } from '../../kernel/columnsOf';
import { select } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const i = columnsOf(inscriptions, 'i');
const g = columnsOf(benefit_grants, 'g');
const seated = [...seats.held, ...seats.sold];

/** What a code leads to: a registration of the event, with the voucher that was read, or why there is none. */
export type Found =
  | { readonly inscriptionid: number; readonly benefit_grantid?: number }
  | { readonly cause: NotFound; readonly eventid?: number };

interface Candidate {
  readonly inscriptionid: number;
  readonly eventid: number;
  readonly status: string;
}
const candidates = (tx: Transaction, where: SQL): Promise<readonly Candidate[]> =>
  select(
    tx,
    { inscriptionid: i.inscriptionid, eventid: i.eventid, status: i.status },
    sql`from ${i} where ${where} and i.deleted_at is null order by ${i.inscriptionid} limit 20`,
  );

const conditionOf = ({ kind, value, prefix, number }: Reading, eventid: number): SQL | null => {
  if (kind === 'qr') return sql`${i.qr_token} = ${value}`;
  if (kind === 'folio') return sql`${i.folio} = ${value}`;
  if (kind !== 'number') return null;
  // Without letters any number of that value counts; with them also one whose prefix is written with its hyphen or without it.
  const letters = prefix === undefined ? sql`true` : sql`replace(coalesce(${i.prefix}, ''), '-', '') = ${prefix.replaceAll('-', '')}`;
  return sql`${i.eventid} = ${eventid} and ${i.number} = ${number ?? 0} and ${letters}`;
};

/** A number can have stayed on a registration that was closed: the one that still wears it counts. */
const chosen = (found: readonly Candidate[], eventid: number): Found | null => {
  const here = found.filter((each) => each.eventid === eventid);
  const wearing = here.filter(({ status }) => seated.some((each) => each === status));
  const [first, second] = wearing.length > 0 ? wearing : here;
  if (first) return second ? { cause: 'several' } : { inscriptionid: first.inscriptionid };
  const [other] = found;
  return other ? { cause: 'other_event', eventid: other.eventid } : null;
};

/** The chip is glued to the bib, so its code is another name of the number. */
const byChip = async (tx: Transaction, code: string, eventid: number): Promise<Found | null> =>
  chosen(await candidates(tx, sql`${i.eventid} = ${eventid} and ${i.chip_code} = ${code}`), eventid);

const byVoucher = async (tx: Transaction, code: string, eventid: number): Promise<Found | null> => {
  const found = await select(
    tx,
    { benefit_grantid: g.benefit_grantid, inscriptionid: g.inscriptionid },
    sql`from ${g} where ${g.eventid} = ${eventid} and upper(${g.code}) = ${code.toUpperCase()} and ${g.inscriptionid} is not null and g.deleted_at is null limit 2`,
  );
  const [first, second] = found;
  if (!first || first.inscriptionid === null) return null;
  return second ? { cause: 'several' } : { inscriptionid: first.inscriptionid, benefit_grantid: first.benefit_grantid };
};

/** The registration of a code: the proof, the folio, the number, the chip, or a voucher of the athlete. */
export const findScanned = async (tx: Transaction, code: string, eventid: number): Promise<Found> => {
  let elsewhere: Found | null = null;
  for (const reading of readCode(code)) {
    const condition = conditionOf(reading, eventid);
    const found = condition && chosen(await candidates(tx, condition), eventid);
    if (found && 'cause' in found && found.cause === 'other_event') elsewhere ??= found;
    else if (found) return found;
  }
  return (await byChip(tx, code, eventid)) ?? (await byVoucher(tx, code, eventid)) ?? elsewhere ?? { cause: 'not_found' };
};

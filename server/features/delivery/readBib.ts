import { readCode } from '@/domain/registration/readCode';
import { bibs } from '@/resources/bibs/bibs';
import type { Handing } from '@/resources/kit_deliveries/handingFields';
import { columnsOf, orNull } from '../../kernel/columnsOf';
import { select } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const b = columnsOf(bibs);

/** What is printed on a bib. */
interface Printed {
  readonly prefix: string | null;
  readonly number: number;
}
/** A hyphen between letters and number may be left out. */
const withoutHyphen = (column: SQL): SQL => sql`replace(coalesce(${column}, ''), '-', '')`;

/** The bib that a desk scanned to hand it out, by the code of its chip or by its number; a number that no bib of the event has is a new one. */
export const readBib = async (tx: Transaction, handing: Handing): Promise<Handing> => {
  const { bib_code: code, eventid } = handing;
  if (!code) return handing;
  const find = async (where: SQL): Promise<readonly Printed[]> =>
    select(
      tx,
      { prefix: orNull(b.prefix), number: b.number },
      sql`from ${b} where ${b.eventid} = ${eventid} and ${where} and ${b.deleted_at} is null limit 2`,
    );
  const [byChip] = await find(sql`${b.chip_code} = ${code.trim().toUpperCase()}`);
  if (byChip) return { ...handing, ...byChip };
  const nothing = { ...handing, prefix: null, number: null };
  const reading = readCode(code).find(({ kind }) => kind === 'number');
  if (reading?.number === undefined) return nothing;
  const { number, prefix = '' } = reading;
  const hasPrefix = sql`${withoutHyphen(sql`${b.prefix}`)} = ${prefix.replaceAll('-', '')}`;
  const [first, second] = await find(sql`${b.number} = ${number} and ${hasPrefix}`);
  if (first && !second) return { ...handing, ...first };
  // Letters that no bib of the event has are those of something else.
  const isPlausible = prefix === '' || (await find(hasPrefix)).length > 0;
  return isPlausible ? { ...handing, prefix: prefix || null, number } : nothing;
};

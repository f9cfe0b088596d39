import { nameFit } from '@/domain/results/sameName';
import { seatedSql } from '@/domain/registration/lifecycle';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { numberIn, textIn } from '@/schema/unknown';
import { columnsOf } from '../../kernel/columnsOf';
import type { Row } from '../../kernel/Row';
import { pick, select, selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const i = columnsOf(inscriptions);

/** Whose a result is, and by what that is known. */
export interface Owner {
  readonly inscriptionid: number | null;
  readonly matched_by: 'number' | 'chip' | 'name_dob' | 'none';
}
const nobody: Owner = { inscriptionid: null, matched_by: 'none' };

/** Registrations of a distance that were born on a day and have the name. */
const byNameAndBirth = async (tx: Transaction, distanceid: number, name: string, birth: string): Promise<readonly number[]> => {
  const born = await select(
    tx,
    pick(i, 'inscriptionid', 'first_name', 'last_name', 'second_last_name'),
    sql`from ${i} where ${i.distanceid} = ${distanceid} and ${i.birth_date} = ${birth}::date and ${i.deleted_at} is null and ${sql.raw(seatedSql)} limit 50`,
  );
  return born.filter((person) => nameFit(name, person) === 1).map(({ inscriptionid }) => inscriptionid);
};

/** Whose a result is: by number, then by chip, then by name and birth date. A number or a birth date that fits two people fits nobody. */
export const findOwner = async (tx: Transaction, distanceid: number, values: Readonly<Row>): Promise<Owner> => {
  const seated = sql`from ${i} where ${i.distanceid} = ${distanceid} and ${i.deleted_at} is null and ${sql.raw(seatedSql)}`;
  const number = numberIn(values['number']);
  const byNumber = number === null ? [] : await selectAll(tx, i.inscriptionid, sql`${seated} and ${i.number} = ${number} limit 2`);
  if (byNumber.length === 1) return { inscriptionid: byNumber[0] ?? null, matched_by: 'number' };
  const chip = textIn(values['chip_code']);
  const byChip = chip ? await selectAll(tx, i.inscriptionid, sql`${seated} and upper(${i.chip_code}) = upper(${chip}) limit 2`) : [];
  if (byChip.length === 1) return { inscriptionid: byChip[0] ?? null, matched_by: 'chip' };
  const [name, birth] = [textIn(values['name']), textIn(values['birth_date'])];
  const named = name && birth ? await byNameAndBirth(tx, distanceid, name, birth.slice(0, 10)) : [];
  return named.length === 1 ? { inscriptionid: named[0] ?? null, matched_by: 'name_dob' } : nobody;
};

import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { import_rows } from '@/resources/import_rows/import_rows';
import { updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import type { ImportHooks } from '../../kernel/ImportHooks';
import { select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const u = columnsOf(fmtri_affiliate_users, 'u');
const o = columnsOf(fmtri_affiliate_users, 'o');
const r = columnsOf(import_rows, 'r');

/**
 * After a register was imported: who is in the file is confirmed, and who is not, though the file holds people of their state, is missing.
 * What somebody decided about a missing person stays until they are in a file.
 */
export const compareRegister: NonNullable<ImportHooks['finish']> = async (tx, { import_jobid }, after, most) => {
  const inFile = sql`from ${r} where ${r.import_jobid} = ${import_jobid} and ${r.action} <> 'error' and ${r.deleted_at} is null`;
  const found = await tx.asOwner(() =>
    select(
      tx,
      {
        id: u.affiliate_userid,
        state: u.register_state,
        isThere: value<boolean>(sql`exists (select 1 ${inFile} and ${r.recordid} = ${u.affiliate_userid})`),
        isMeant: value<boolean>(
          sql`${u.stateid} in (select ${o.stateid} from ${o} where ${o.affiliate_userid} in (select ${r.recordid} ${inFile} and ${r.recordid} is not null))`,
        ),
      },
      sql`from ${u} where ${u.affiliate_userid} > ${after} and ${u.status} <> 'deceased' and ${u.deleted_at} is null order by ${u.affiliate_userid} limit ${most}`,
    ),
  );
  const ids = (wanted: (row: (typeof found)[number]) => boolean): readonly number[] => found.filter(wanted).map(({ id }) => id);
  const there = ids(({ isThere, state }) => isThere && state !== 'confirmed');
  const missing = ids(({ isThere, isMeant, state }) => !isThere && isMeant && (state === null || state === 'confirmed'));
  const write = (which: readonly number[], register_state: 'confirmed' | 'missing') =>
    updateAudited(tx, fmtri_affiliate_users, (row) => sql`${row.affiliate_userid} = any(${which}::bigint[])`, {
      register_state,
      register_importid: import_jobid,
      register_checked_at: new Date().toISOString(),
    });
  if (there.length > 0) await write(there, 'confirmed');
  if (missing.length > 0) await write(missing, 'missing');
  return { changed: there, looked: found.length, after: found.at(-1)?.id ?? after };
};

/** What an import said of people is not known any more when it is undone. */
export const forgetRegister: NonNullable<ImportHooks['undone']> = async (tx, { import_jobid }) => {
  await updateAudited(
    tx,
    fmtri_affiliate_users,
    (row) => sql`${row.register_importid} = ${import_jobid} and ${row.register_state} in ('confirmed', 'missing')`,
    { register_state: null, register_importid: null, register_checked_at: null },
  );
};

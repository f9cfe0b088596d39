import { import_jobs } from '@/resources/import_jobs/import_jobs';
import { import_rows } from '@/resources/import_rows/import_rows';
import type { AnyResource } from '@/schema';
import type { Portion, Step } from '../../../jobs/Queue';
import { audit } from '../../../api/audit/audit';
import { readStored } from '../../../api/list/stored';
import { removeRow, updateRow } from '../../../api/write/columns';
import { columnsOf } from '../../../kernel/columnsOf';
import { explain } from '../../../kernel/constraints';
import { exists, execute } from '../../../kernel/select';
import { bind, quote, sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { importIn } from '../../../kernel/importing';
import { importingBy } from './Job';
import { reasonsOf } from './performRow';
import type { Checking } from './rehearse';
import { readRows, type KeptRow, type RowReason } from './rows';

const j = columnsOf(import_jobs);
const r = columnsOf(import_rows);
type Undone = { readonly fate: 'undone' | 'stayed'; readonly reasons: readonly RowReason[] };

/** Whether another record names this one. */
const isUsed = async (tx: Transaction, resource: AnyResource, id: number): Promise<boolean> => {
  for (const other of tx.registry.all)
    for (const [name, field] of Object.entries(other.all)) {
      if (field.target !== resource.name || field.column === null || other.name === 'import_rows') continue;
      const alive = other.appendOnly ? '' : 'and deleted_at is null';
      if (await exists(tx, sql`from ${sql.raw(quote(other.name))} where ${sql.raw(quote(name))} = ${id} ${sql.raw(alive)} limit 1`))
        return true;
    }
  return false;
};

const removePlain = async (
  tx: Transaction,
  resource: AnyResource,
  id: number,
  before: Readonly<Record<string, unknown>>,
): Promise<void> => {
  await removeRow(tx, resource, id);
  await audit(tx, { resource, id, verb: 'delete', before, after: null });
};

/** An athlete whom the row made goes with it where nothing else names them. */
const removeAthlete = (tx: Transaction, resource: AnyResource, id: number): Promise<void> =>
  tx.asOwner(async () => {
    const before = await readStored<AnyResource>(tx, resource, id);
    if (before && before['version'] === 1 && !(await isUsed(tx, resource, id))) await removePlain(tx, resource, id, before);
  });

const stays = (code: RowReason['code']): Undone => ({ fate: 'stayed', reasons: [{ path: '', code, params: {} }] });

const undoRow = async (tx: Transaction, { importable, hooks }: Checking, row: KeptRow): Promise<Undone> => {
  const { resource, athletes } = importable;
  const { recordid, record_version, changes, action, person, web_userid } = row;
  if (recordid === null) return stays('NOT_FOUND');
  const before = await readStored<AnyResource>(tx, resource, recordid, { lock: !resource.appendOnly });
  if (!before) return { fate: 'undone', reasons: [] };
  if (record_version !== null && before['version'] !== record_version) return stays('ROW_CHANGED_SINCE');
  if (action === 'update') {
    const given = Object.fromEntries((changes ?? []).map((change) => [change.field, change.before]));
    const values = (await hooks.get(resource.name)?.imports?.changeBack?.(tx, recordid, given)) ?? given;
    if (Object.keys(values).length === 0) return { fate: 'undone', reasons: [] };
    await updateRow<AnyResource>(tx, resource, recordid, values);
    await audit(tx, { resource, id: recordid, verb: 'edit', before, after: await readStored<AnyResource>(tx, resource, recordid) });
    return { fate: 'undone', reasons: [] };
  }
  const { remove } = hooks.get(resource.name)?.imports ?? {};
  if (remove) await remove(tx, before);
  else if (await tx.asOwner(() => isUsed(tx, resource, recordid))) return stays('IN_USE');
  else await removePlain(tx, resource, recordid, before);
  if (person === 'made' && web_userid !== null && athletes) await removeAthlete(tx, athletes, web_userid);
  return { fate: 'undone', reasons: [] };
};

const tryUndo = async (tx: Transaction, checking: Checking, row: KeptRow): Promise<Undone> => {
  await tx.client.query('savepoint import_undo');
  try {
    const undone = await undoRow(tx, checking, row);
    await tx.client.query('release savepoint import_undo');
    return undone;
  } catch (error) {
    const reasons = reasonsOf(explain(tx, checking.importable.resource, error));
    await tx.client.query('rollback to savepoint import_undo; release savepoint import_undo');
    if (!reasons) throw error;
    return { fate: 'stayed', reasons };
  }
};

/** One portion of undoing an import, from the last row to the first: what nobody changed since goes, the rest stays and is named. */
export const undoPortion = async ({ tx, pace }: Pick<Portion<unknown>, 'tx' | 'pace'>, checking: Checking): Promise<Step> => {
  const { job } = checking;
  importIn(tx, importingBy(job));
  let handled = job.handled_total,
    isDone = false;
  const counts = { undone: 0, stayed: 0 };
  do {
    const rows = await tx.asOwner(() =>
      readRows(tx, job.import_jobid, {
        where: sql`${r.row_no} <= ${job.rows_total - handled} and ${r.fate} = 'written'`,
        most: pace.batch(),
        descending: true,
      }),
    );
    if (rows.length === 0) {
      isDone = true;
      break;
    }
    const undone: { readonly id: number; readonly came: Undone }[] = [];
    for (const row of rows) undone.push({ id: row.import_rowid, came: await tryUndo(tx, checking, row) });
    for (const { came } of undone) counts[came.fate] += 1;
    await tx.asOwner(() =>
      execute(
        tx,
        sql`update ${sql.raw('import_rows')} set fate = u.fate, reasons = u.reasons::jsonb, updated = now()
            from unnest(${bind(undone.map(({ id }) => id))}::bigint[], ${bind(undone.map(({ came }) => came.fate))}::text[], ${bind(undone.map(({ came }) => (came.reasons.length > 0 ? JSON.stringify(came.reasons) : null)))}::text[]) u(id, fate, reasons)
           where import_rows.import_rowid = u.id`,
      ),
    );
    handled = job.rows_total - (rows.at(-1)?.row_no ?? 1) + 1;
    pace.took(rows.length);
  } while (!(await pace.isOver()));
  if (isDone) await checking.hooks.get(checking.importable.resource.name)?.imports?.undone?.(tx, job);
  const reached = isDone ? job.rows_total : handled;
  const end = isDone ? sql`, ${j.status} = 'rolled_back', ${j.task} = null, ${j.finished_at} = now()` : sql``;
  await tx.asOwner(() =>
    execute(
      tx,
      sql`update ${j} set ${j.handled_total} = ${reached}, ${j.undone_total} = ${j.undone_total} + ${counts.undone}, ${j.stayed_total} = ${j.stayed_total} + ${counts.stayed}, ${j.updated} = now()${end} where ${j.import_jobid} = ${job.import_jobid}`,
    ),
  );
  return isDone ? 'done' : 'more';
};

import { import_jobs } from '@/resources/import_jobs/import_jobs';
import { import_rows } from '@/resources/import_rows/import_rows';
import type { ObjectStorages } from '../../../adapters/objectStorage/ObjectStorage';
import type { FileRef } from '@/fields/file/file';
import type { Portion } from '../../../jobs/Queue';
import { columnsOf } from '../../../kernel/columnsOf';
import { DomainError } from '../../../kernel/DomainError';
import { execute } from '../../../kernel/select';
import { bind, sql } from '../../../kernel/sql';
import type { Row as FileRow } from '../reading/Cell';
import { likenessTo } from '../reading/guess';
import { openTable } from '../reading/openTable';
import { sourceOfBytes } from '../reading/Source';
import type { Importable } from './Importable';
import type { Job } from './Job';

const j = columnsOf(import_jobs);
const r = columnsOf(import_rows);

/** The storage and the key of a file, which no address leads to. */
export const placeOf = ({ url }: Pick<FileRef, 'url'>): readonly string[] => [
  url.slice(0, url.indexOf('/')),
  url.slice(url.indexOf('/') + 1),
];

/** The bytes of a file of an import. */
export const bytesOf = async (storages: ObjectStorages, { file }: Pick<Job, 'file'>): Promise<Buffer> => {
  const [storage = '', key = ''] = file ? placeOf(file) : [];
  const stream = await storages.named(storage)?.get(key);
  if (!stream) throw new DomainError('STORAGE_UNAVAILABLE');
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
};

/** The rows of a file that a job reads, a little ahead of what is kept of them. */
export interface FileReader {
  /** Reads on until enough rows are at hand; outside any transaction. */
  readonly ahead: () => Promise<void>;
  /** Rows from a place on: `later` where it has to read on first, `behind` where it is past that place. */
  readonly from: (position: number) => { readonly rows: readonly FileRow[]; readonly isEnd: boolean } | 'later' | 'behind';
}

const atHand = 1000;
/** Opens the file of an import from a place on. */
export const openFileReader = async (bytes: Buffer, job: Job, importable: Importable): Promise<FileReader> => {
  const reading = { ...job.table?.reading, ...job.mapping?.reading };
  const table = await openTable(sourceOfBytes(bytes), { reading, likeness: likenessTo(importable.target) });
  const batches = table.rows();
  let first = 0,
    rows: readonly FileRow[] = [],
    isEnd = false;
  const readOn = async (): Promise<void> => {
    const next = await batches.next();
    if (next.done) isEnd = true;
    else rows = [...rows, ...next.value];
  };
  return {
    ahead: async () => {
      for (let missing = atHand - rows.length; missing > 0; missing = isEnd ? 0 : atHand - rows.length) await readOn();
    },
    from: (position) => {
      if (position < first) return 'behind';
      const passed = Math.min(position - first, rows.length);
      rows = rows.slice(passed);
      first += passed;
      return rows.length === 0 && !isEnd ? 'later' : { rows, isEnd };
    },
  };
};

/** What no column of the database holds is replaced: NUL, and halves of letters. */
export const storable = <T>(value: T): T | string => (typeof value === 'string' ? value.replace(/\0|\p{Cs}/gu, '\ufffd') : value);

const trimmed = ({ cells }: FileRow): FileRow['cells'] => {
  let last = cells.length;
  while (last > 0 && cells[last - 1] == null) last -= 1;
  return cells.slice(0, last).map(storable);
};

/** Keeps the next rows of a file. Answers what the reader is needed for after that. */
export const stagePortion = async (
  { tx, pace }: Pick<Portion<unknown>, 'tx' | 'pace'>,
  job: Job,
  reader: FileReader,
): Promise<'more' | 'done' | 'behind'> => {
  let read = job.read_total;
  for (;;) {
    const found = reader.from(read);
    if (found === 'behind') return 'behind';
    if (found === 'later') break;
    const { rows, isEnd } = found;
    const some = rows.slice(0, pace.batch());
    if (some.length === 0 && isEnd) {
      await tx.asOwner(() =>
        execute(
          tx,
          sql`update ${j} set ${j.read_total} = ${read}, ${j.rows_total} = ${read}, ${j.task} = 'rehearse', ${j.handled_total} = 0, ${j.updated} = now() where ${j.import_jobid} = ${job.import_jobid}`,
        ),
      );
      return 'done';
    }
    const first = read;
    await tx.asOwner(() =>
      execute(
        tx,
        sql`insert into ${r} (${r.import_jobid}, ${r.row_no}, ${r.line}, ${r.raw}, ${r.created_by})
          select ${job.import_jobid}::bigint, ${first}::int + u.at::int, u.line, u.raw::jsonb, ${tx.userid}::bigint from unnest(${bind(some.map(({ line }) => line))}::int[], ${bind(some.map((row) => JSON.stringify(trimmed(row))))}::text[]) with ordinality u(line, raw, at)`,
      ),
    );
    read += some.length;
    pace.took(some.length);
    if (await pace.isOver()) break;
  }
  await tx.asOwner(() =>
    execute(
      tx,
      sql`update ${j} set ${j.read_total} = ${read}, ${j.handled_total} = ${read}, ${j.updated} = now() where ${j.import_jobid} = ${job.import_jobid}`,
    ),
  );
  return 'more';
};

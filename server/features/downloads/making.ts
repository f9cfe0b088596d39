import { randomBytes } from 'node:crypto';
import type { AnyResource } from '@/schema';
import type { ObjectStorage, ObjectStorages, Pieces, Upload } from '../../adapters/objectStorage/ObjectStorage';
import { askedShape, type Asked, type DownloadFormat } from './engine/Asked';
import type { Encoder } from './engine/Encoder';
import { formats, judgeRows } from './engine/formats';
import { noteDownload } from './engine/noteDownload';
import { planDownload, type DownloadPlan } from './engine/planDownload';
import { countRows } from './engine/statements';
import { report_asks, report_files } from '../../database/tables';
import { isOneSession } from '../../database/oneSession';
import type { Pace } from '../../jobs/pace';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError, notFound } from '../../kernel/DomainError';
import { locales, type Locale } from '../../kernel/messages';
import { execute, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { archives, judgeArchive } from './archive/archives';
import { beginArchive, type ArchivedFiles } from './archive/beginArchive';
import { beginPrint } from './print/beginPrint';
import { createPieceWriter, type PieceWriter } from './pieceWriter';
import { keySource, snapshotSource, type Source } from './sources';

const a = columnsOf(report_asks);
const f = columnsOf(report_files);
const ask = {
  resource: a.resource,
  asked: value<unknown>(sql`${a.asked}`),
  locale: value<string>(sql`${a.locale}`),
  sight: a.sight,
  begun: a.begun,
};

/** What a report was asked for with, and how its person sees that at this moment. */
export interface AskedReport {
  readonly resource: AnyResource;
  readonly asked: Asked;
  readonly plan: DownloadPlan;
  /** What was seen when the file was begun. */
  readonly sight: string | null;
  readonly begun: number;
}
type Deps = Pick<ApiDeps, 'pool' | 'replica' | 'registry' | 'translate'>;
interface Named {
  readonly report_jobid: number;
  readonly format: DownloadFormat;
  readonly name: string;
}
/** The language that a row says, or that of the house. */
const languageOf = (text: string): Locale => locales.find((each) => each === text) ?? 'es';

/** Reads what a report was asked for with, and plans it for the person of the transaction. */
export const readAsked = async (
  tx: Transaction,
  { registry, translate }: Pick<Deps, 'registry' | 'translate'>,
  job: Named,
): Promise<AskedReport> => {
  const found = await tx.asOwner(() => selectOne(tx, ask, sql`from ${a} where ${a.report_jobid} = ${job.report_jobid}`));
  const resource = found && registry.find(found.resource);
  if (!resource) throw notFound();
  const asked = askedShape.parse(found.asked);
  const viewer = { grants: tx.grants, registry, locale: languageOf(found.locale) };
  return {
    resource,
    asked,
    plan: planDownload(viewer, { resource, asked, format: job.format, title: job.name, translate }),
    sight: found.sight,
    begun: found.begun,
  };
};

/** The storage that takes files in pieces: the one that is configured, or the database where that one cannot. */
const takingPieces = ({ taking, named }: ObjectStorages): ObjectStorage & { readonly pieces: Pieces } => {
  const isAble = (storage: ObjectStorage | undefined): storage is ObjectStorage & { readonly pieces: Pieces } =>
    storage?.pieces !== undefined;
  const found = [taking, named('local')].find(isAble);
  if (!found) throw new Error('no storage takes files in pieces');
  return found;
};

/** A file that this process is writing. */
export interface Making {
  readonly upload: Upload;
  readonly total: number;
  readonly from: string;
  readonly sight: string;
  readonly isMasked: boolean;
  /** Rows that are in the file. */
  rows: number;
  /** The part of the work that is done, from 0 to 1. */
  readonly share: () => number;
  /** Reads, encodes and keeps some more within the transaction of a portion; answers what the finished file is. */
  readonly goOn: (tx: Transaction, pace: Pace) => Promise<Finished | null>;
  readonly close: () => void;
}
export interface Finished {
  readonly bytes: number;
  readonly sha256: string;
  readonly to: string;
}

const idBytes = 18;
const zipped = { extension: 'zip', mime: 'application/zip' } as const;
const beginFile = async (
  tx: Transaction,
  storages: ObjectStorages,
  { report_jobid, format }: Named,
  { archive }: Asked,
): Promise<readonly [PieceWriter, Upload]> => {
  const { name, pieces } = takingPieces(storages);
  const { extension, mime } = archive ? zipped : formats[format];
  const key = `report-${randomBytes(idBytes).toString('base64url')}.${extension}`;
  return tx.asOwner(async () => {
    const upload = await pieces.begin(tx, { key, mime });
    await execute(tx, sql`update ${f} set ${f.dropped_at} = now() where ${f.report_jobid} = ${report_jobid} and ${f.dropped_at} is null`);
    await execute(
      tx,
      sql`insert into ${f} (${f.file_key}, ${f.report_jobid}, ${f.storage}, ${f.upload}, ${f.mime}, ${f.piece_bytes}) values (${key}, ${report_jobid}, ${name}, ${upload.upload}, ${mime}, ${pieces.pieceBytes})`,
    );
    return [createPieceWriter(pieces, upload), upload];
  });
};

interface Working {
  readonly source: Pick<Source, 'next' | 'to'>;
  /** What follows the rows. */
  readonly files: ArchivedFiles | undefined;
  readonly encoder: Encoder;
  readonly writer: PieceWriter;
}
/** A source that is closed after its last row, because what follows may take long, and is not asked again. */
const readOnce = (source: Source): Pick<Source, 'next' | 'to' | 'close'> => {
  let isOver = false;
  const close = (): void => {
    if (!isOver) source.close();
    isOver = true;
  };
  return {
    next: async (tx, pace) => {
      const copied = isOver ? null : await source.next(tx, pace);
      if (!copied) close();
      return copied;
    },
    to: source.to,
    close,
  };
};
/** Takes rows until the portion has to end. */
const workOn = async (
  { source, files, encoder, writer }: Working,
  making: Making,
  tx: Transaction,
  pace: Pace,
): Promise<Finished | null> => {
  const keep = (data: Buffer): Promise<void> => tx.asOwner(() => writer.write(tx, data));
  do {
    const copied = await source.next(tx, pace);
    const file = copied ? undefined : await files?.next(tx);
    if (!copied && !file) {
      await keep(await encoder.end());
      const [to, { bytes, sha256 }] = [await source.to(tx), await tx.asOwner(() => writer.end(tx))];
      await tx.asOwner(() => execute(tx, sql`update ${f} set ${f.bytes} = ${bytes} where ${f.file_key} = ${making.upload.key}`));
      return { bytes, sha256, to };
    }
    if (file) await keep(file);
    if (copied && copied.rows > 0) await keep(await encoder.write(copied.data, copied.rows));
    making.rows += copied?.rows ?? 0;
    if (writer.bytes() > mostBytes) throw new DomainError('DOWNLOAD_TOO_LARGE');
  } while (!(await pace.isOver()));
  return null;
};

/** What the record says of a size, and what anybody opens. */
const mostBytes = 2 ** 31 - 1;
/** A file that fails again and again is given up, even where each time something was done. */
const mostBegun = 6;

/** Begins the file of a report: counts, refuses what does not fit, and opens what it is read from. */
export const beginMaking = async (deps: Deps, storages: ObjectStorages, tx: Transaction, job: Named): Promise<Making> => {
  const { resource, asked, plan, begun } = await readAsked(tx, deps, job);
  if (begun >= mostBegun) throw new Error('the file was begun too often');
  const count = await countRows(tx, resource, asked);
  judgeRows(job.format, count, asked.print !== undefined);
  await judgeArchive(tx, resource, asked, count);
  await noteDownload(tx, resource, asked);
  const [writer, upload] = await beginFile(tx, storages, job, asked);
  await tx.asOwner(() =>
    execute(tx, sql`update ${a} set ${a.sight} = ${plan.sight}, ${a.begun} = ${a.begun} + 1 where ${a.report_jobid} = ${job.report_jobid}`),
  );
  const kind = asked.archive && archives[asked.archive];
  const archive =
    kind && (await beginArchive(tx, { kind, storages, resource, asked, sheet: plan.sheet, table: deps.translate(kind.table, tx.locale) }));
  const encoder = archive
    ? archive.encoder
    : asked.print && job.format === 'pdf'
      ? await beginPrint(tx, asked.print, plan.sheet, deps.translate)
      : formats[job.format].encoder(plan.sheet, tx.locale);
  const reading = { resource, asked, out: plan.out };
  const source = await (isOneSession(deps.pool) ? keySource(tx, reading, count) : snapshotSource(deps, tx, reading));
  const rows = readOnce(source);
  const working: Working = { source: rows, files: archive?.files, encoder, writer };
  let isBegun = false;
  const making: Making = {
    upload,
    total: source.total,
    from: source.from,
    sight: plan.sight,
    isMasked: plan.isMasked,
    rows: 0,
    share: () => {
      const read = making.rows / Math.max(1, making.total);
      return archive ? (read + archive.files.share()) / 2 : read;
    },
    goOn: async (within, pace) => {
      if (!isBegun) {
        const head = await encoder.begin();
        await within.asOwner(() => writer.write(within, head));
      }
      isBegun = true;
      return workOn(working, making, within, pace);
    },
    close: rows.close,
  };
  return making;
};

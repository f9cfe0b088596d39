import type { AnyResource } from '@/schema';
import type { ObjectStorages } from '../../../adapters/objectStorage/ObjectStorage';
import { selectAll, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import type { Asked } from '../engine/Asked';
import type { Encoder, Sheet } from '../engine/Encoder';
import { csvEncoder } from '../engine/textEncoders';
import { createZip } from '../engine/zip';
import type { ArchiveKind } from '../engine/ArchiveKind';
import { countFiles } from './archives';

const atATime = 50;

/** The files that go into an archive behind its table. */
export interface ArchivedFiles {
  /** The part that has been packed, from 0 to 1. */
  readonly share: () => number;
  /** The next file; null after the last one. */
  readonly next: (tx: Transaction) => Promise<Buffer | null>;
}
/** A ZIP file: a table of all rows, and the files that these lead to. */
export interface Archive {
  readonly encoder: Encoder;
  readonly files: ArchivedFiles;
}
interface Packing {
  readonly kind: ArchiveKind;
  readonly storages: ObjectStorages;
  readonly resource: AnyResource;
  readonly asked: Asked;
  readonly sheet: Sheet;
  /** The name of the table. */
  readonly table: string;
}

/** Begins an archive. Its files are looked up as the person who asked, some at a time. */
export const beginArchive = async (tx: Transaction, { kind, storages, resource, asked, sheet, table }: Packing): Promise<Archive> => {
  const zip = createZip(),
    csv = csvEncoder(sheet),
    rows = zip.begin(table),
    fileOf = kind.open(storages, asked);
  const total = await countFiles(tx, kind, resource, asked);
  let waiting: number[] = [],
    last = 0,
    packed = 0,
    isTableOver = false;
  const endTable = async (): Promise<Buffer> => {
    isTableOver = true;
    return rows.end();
  };
  const nextKeys = async (within: Transaction): Promise<number[]> => {
    const { key, from } = kind.keys(within, resource.name, asked);
    return [
      ...(await selectAll(
        within,
        value<number>(sql`distinct ${key}`),
        sql`${from} and ${key} > ${last} order by 1 limit ${sql.raw(String(atATime))}`,
      )),
    ];
  };
  return {
    encoder: {
      begin: async () => Buffer.concat([rows.head, await rows.write(await csv.begin())]),
      write: async (data) => rows.write(data),
      end: async () => zip.end(),
    },
    files: {
      share: () => (total === 0 ? 1 : Math.min(1, packed / total)),
      next: async (within) => {
        if (!isTableOver) return endTable();
        if (waiting.length === 0) waiting = await nextKeys(within);
        const key = waiting.shift();
        if (key === undefined) return null;
        last = key;
        packed += 1;
        const found = await fileOf(within, key);
        return found ? zip.add(`${kind.folder}${found.file}`, found.data) : Buffer.alloc(0);
      },
    },
  };
};

import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import type { Asked } from './engine/Asked';
import type { Encoder, Sheet } from './engine/Encoder';
import { csvEncoder } from './engine/textEncoders';
import { createZip, mostEntries } from './engine/zip';
import { listCondition } from '../../api/list/readList';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError } from '../../kernel/DomainError';
import { selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { waiverFile } from '../documents/waiverFile';

const t = columnsOf(exoneration_signatures, 't');
const atATime = 50;

/** Refuses more rows than a ZIP file has entries, before anything is begun. */
export const judgeArchive = ({ archive }: Pick<Asked, 'archive'>, rows: number): void => {
  const most = mostEntries - 1;
  if (archive && rows > most) throw new DomainError('DOWNLOAD_TOO_MANY_ROWS', { params: { rows, most, format: 'ZIP' } });
};

/** The files that go into an archive behind its table. */
export interface ArchivedFiles {
  /** The part that has been packed, from 0 to 1. */
  readonly share: () => number;
  /** The next file; null after the last one. */
  readonly next: (tx: Transaction) => Promise<Buffer | null>;
}
/** The evidence of waivers as a ZIP file: a table of all signatures, and the printed text of each one that is valid. */
export interface Archive {
  readonly encoder: Encoder;
  readonly files: ArchivedFiles;
}

const signedOf = (tx: Transaction, asked: Asked): SQL =>
  sql`from ${t} where ${t.status} = 'signed' and ${listCondition(tx, exoneration_signatures, asked)}`;

/** Begins an archive. Its files are looked up as the person who asked, some at a time. */
export const beginArchive = async (tx: Transaction, asked: Asked, sheet: Sheet, table: string): Promise<Archive> => {
  const zip = createZip(),
    csv = csvEncoder(sheet),
    rows = zip.begin(table);
  const [total = 0] = await selectAll(tx, value<number>(sql`count(distinct ${t.inscriptionid})::int`), signedOf(tx, asked));
  let waiting: number[] = [],
    last = 0,
    packed = 0,
    isTableOver = false;
  const endTable = async (): Promise<Buffer> => {
    isTableOver = true;
    return rows.end();
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
        if (waiting.length === 0)
          waiting = [
            ...(await selectAll(
              within,
              value<number>(sql`distinct ${t.inscriptionid}`),
              sql`${signedOf(within, asked)} and ${t.inscriptionid} > ${last} order by 1 limit ${sql.raw(String(atATime))}`,
            )),
          ];
        const inscriptionid = waiting.shift();
        if (inscriptionid === undefined) return null;
        last = inscriptionid;
        packed += 1;
        const found = await waiverFile(within, inscriptionid);
        return found ? zip.add(`pdf/${found.file}`, found.data) : Buffer.alloc(0);
      },
    },
  };
};

import { certificates } from '@/resources/certificates/certificates';
import { results } from '@/resources/results/results';
import { listCondition } from '../../../api/list/readList';
import { columnsOf } from '../../../kernel/columnsOf';
import { selectOne, value } from '../../../kernel/select';
import { sql, type SQL } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { certificateFile } from '../../certificates/certificateFile';
import type { ArchiveKind } from '../engine/ArchiveKind';

const t = columnsOf(certificates, 't');
const r = columnsOf(results, 't');
const most = 10_000,
  longestName = 80;

/** `1001 Ana García.pdf`, without characters that a file system refuses. */
const fileNameOf = (number: number | null, name: string): string =>
  [number ?? '', name]
    .join(' ')
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestName)
    .replace(/[. ]+$/, '');
const everything = { filter: null, search: null };
/** Certificates that hold, of a list of certificates or of the results of a list; in both cases those alone that the person may see. */
const chosen = (tx: Transaction, resource: string, asked: Parameters<ArchiveKind['keys']>[2]): SQL =>
  resource === 'results'
    ? sql`${listCondition(tx, certificates, everything)} and ${t.resultid} in (select ${r.resultid} from ${r} where ${listCondition(tx, results, asked)})`
    : listCondition(tx, certificates, asked);

/** Certificates as PDF, drawn one at a time. One whose result was corrected is in it as the one that holds now. */
export const certificateFiles: ArchiveKind = {
  of: ['certificates', 'results'],
  folder: 'pdf/',
  table: 'certificates.archive.table',
  most,
  keys: (tx, resource, asked) => ({
    key: sql`${t.certificateid}`,
    from: sql`from ${t} where ${t.status} = 'valid' and ${chosen(tx, resource, asked)}`,
  }),
  open: (storages) => {
    const packed = new Set<string>(),
      names = new Set<string>(),
      draw = certificateFile(storages);
    return async (tx, key) => {
      const asked = await selectOne(tx, { serial: value<string>(sql`${t.serial}`) }, sql`from ${t} where ${t.certificateid} = ${key}`);
      const drawn = asked && (await draw(tx, asked.serial));
      if (!drawn || packed.has(drawn.serial)) return null;
      packed.add(drawn.serial);
      const plain = fileNameOf(drawn.number, drawn.name) || drawn.serial,
        name = names.has(plain.toLowerCase()) ? `${plain} ${drawn.serial}` : plain;
      names.add(name.toLowerCase());
      return { file: `${name}.pdf`, data: drawn.data };
    };
  },
};

import type { AnyResource } from '@/schema';
import { DomainError, invalid } from '../../../kernel/DomainError';
import { selectAll, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import type { Asked } from '../engine/Asked';
import type { ArchiveKind } from '../engine/ArchiveKind';
import { certificateFiles } from './certificateFiles';
import { personalFiles } from '../personal/personalFiles';
import { waiverFiles } from './waiverFiles';

/** The kinds of archives. */
export const archives: { readonly [A in NonNullable<Asked['archive']>]: ArchiveKind } = {
  waivers: waiverFiles,
  certificates: certificateFiles,
  personal: personalFiles,
};

/** How many files an archive will hold. */
export const countFiles = async (tx: Transaction, { of, keys }: ArchiveKind, { name }: AnyResource, asked: Asked): Promise<number> => {
  if (!of.some((each) => each === name)) throw invalid([{ path: 'archive', code: 'NOT_A_CHOICE' }]);
  const { key, from } = keys(tx, name, asked);
  const [found = 0] = await selectAll(tx, value<number>(sql`count(distinct ${key})::int`), from);
  return found;
};
/** Refuses what a ZIP file may not or cannot hold, before anything is begun. */
export const judgeArchive = async (tx: Transaction, resource: AnyResource, asked: Asked, rows: number): Promise<void> => {
  if (!asked.archive) return;
  const kind = archives[asked.archive];
  const files = await countFiles(tx, kind, resource, asked);
  if (Math.max(files, asked.archive === 'waivers' ? rows : 0) > kind.most)
    throw new DomainError('DOWNLOAD_TOO_MANY_ROWS', { params: { rows: files, most: kind.most, format: 'ZIP' } });
};

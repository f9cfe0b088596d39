import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { readStored } from '../../api/list/stored';
import { DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { currentFile } from './currentFile';
import { readBytes } from './documentBytes';
import { contentHash } from './issueDocument';
import { kinds } from './kinds';

/** The signed waiver of a registration as a file: as it was printed, or drawn now without storing it; null when it is not signed any more. */
export const waiverFile = (tx: Transaction, inscriptionid: number): Promise<{ readonly file: string; readonly data: Buffer } | null> =>
  tx.asOwner(async () => {
    const current = await currentFile(tx, inscriptionid, 'exoneration');
    const printed = current && (await readBytes(tx, current.sha256));
    if (current && printed) return { file: current.file, data: printed };
    const row = await readStored(tx, inscriptions, inscriptionid);
    if (!row) return null;
    try {
      const { file, facts, draw } = await kinds.exoneration(tx, row, tx.locale);
      return { file, data: await draw(contentHash(facts)) };
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_SIGNED') return null;
      throw error;
    }
  });

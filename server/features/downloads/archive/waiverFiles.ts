import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { listCondition } from '../../../api/list/readList';
import { columnsOf } from '../../../kernel/columnsOf';
import { sql } from '../../../kernel/sql';
import { waiverFile } from '../../documents/waiverFile';
import { mostEntries } from '../engine/zip';
import type { ArchiveKind } from '../engine/ArchiveKind';

const t = columnsOf(exoneration_signatures, 't');

/** The evidence of waivers: the printed text of each one that is valid. */
export const waiverFiles: ArchiveKind = {
  of: ['exoneration_signatures'],
  folder: 'pdf/',
  table: 'exonerations.evidence.table',
  most: mostEntries - 1,
  keys: (tx, _resource, asked) => ({
    key: sql`${t.inscriptionid}`,
    from: sql`from ${t} where ${t.status} = 'signed' and ${listCondition(tx, exoneration_signatures, asked)}`,
  }),
  open: () => waiverFile,
};

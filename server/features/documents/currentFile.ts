import type { DocumentKind } from '@/domain/registration/documentKinds';
import { inscription_documents } from '@/resources/inscription_documents/inscription_documents';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Reads } from './Reads';

const d = columnsOf(inscription_documents);

/** The name and the fingerprint of the valid document of a kind, if there is one. */
export const currentFile = (
  tx: Reads,
  inscriptionid: number,
  kind: DocumentKind,
): Promise<{ readonly file: string; readonly sha256: string } | undefined> =>
  selectOne(
    tx,
    { file: value<string>(sql`${d.file}`), sha256: value<string>(sql`${d.sha256}`) },
    sql`from ${d} where ${d.inscriptionid} = ${inscriptionid} and ${d.kind} = ${kind} and ${d.status} = 'current' and ${d.file} is not null and ${d.deleted_at} is null`,
  );

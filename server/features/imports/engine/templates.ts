import { import_templates } from '@/resources/import_templates/import_templates';
import { importMappingShape, type ImportMapping } from '@/resources/import_jobs/importMapping';
import type { MatchKey } from '@/schema';
import { createAudited } from '../../../api/write/audited';
import { columnsOf } from '../../../kernel/columnsOf';
import { conflict, problemAt } from '../../../kernel/DomainError';
import { exists, select, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { plainOf } from '../reading/words';
import type { Importable } from './Importable';
import type { Job, KeptTable } from './Job';

const t = columnsOf(import_templates);
const mostTemplates = 500;

/** The columns of a file by their words, in whatever order. */
const headerOf = (names: readonly string[]): readonly string[] => names.map(plainOf).sort();
const same = (one: readonly string[], other: readonly string[]): boolean => one.join('\n') === other.join('\n');

/** Keeps the mapping of an import under a name. */
export const keepTemplate = async (tx: Transaction, job: Job, name: string): Promise<{ readonly import_templateid: number }> => {
  if (!job.mapping || !job.table) throw conflict('IMPORT_NEEDS_MAPPING');
  const isTaken = await exists(
    tx,
    sql`from ${t} where lower(${t.name}) = lower(${name}) and ${t.organizationid} = ${job.organizationid} and ${t.deleted_at} is null`,
  );
  if (isTaken) throw conflict('ALREADY_EXISTS', [problemAt('input.name', 'NOT_UNIQUE')]);
  const import_templateid = await createAudited(tx, import_templates, {
    organizationid: job.organizationid,
    name,
    type: job.type,
    header: [...headerOf(job.table.columns.map((column) => column.name))],
    mapping: job.mapping,
    mode: job.mode,
    match_key: job.match_key,
  });
  return { import_templateid };
};

/** A kept mapping. */
export interface Template {
  readonly name: string;
  readonly mapping: ImportMapping;
  readonly match_key: MatchKey | null;
}
const inFile = ({ columns }: KeptTable, mapping: ImportMapping): ImportMapping => ({
  ...mapping,
  columns: columns.map(({ name }) => {
    const kept = mapping.columns.find(({ column }) => plainOf(column) === plainOf(name));
    return kept ? { ...kept, column: name } : { column: name, field: null };
  }),
});
/** The mapping that the organization keeps for files with these columns; the one that was changed last where there are several. */
export const templateFor = async (tx: Transaction, { imports }: Importable, table: KeptTable): Promise<Template | null> => {
  const header = headerOf(table.columns.map(({ name }) => name));
  const kept = await select(
    tx,
    {
      name: t.name,
      header: value<readonly string[] | null>(sql`${t.header}`),
      mapping: value<unknown>(sql`${t.mapping}`),
      match_key: value<MatchKey | null>(sql`${t.match_key}`),
    },
    sql`from ${t} where ${t.type} = ${imports.type} and ${t.organizationid} = ${tx.grants.organizationid} and ${t.deleted_at} is null order by ${t.updated} desc limit ${sql.raw(String(mostTemplates))}`,
  );
  const found = kept.find((each) => each.header && same(each.header, header));
  const read = importMappingShape.safeParse(found?.mapping);
  return found && read.success ? { name: found.name, mapping: inFile(table, read.data), match_key: found.match_key } : null;
};

import { sql } from 'drizzle-orm';
import type { AddedReport } from '@/domain/reports/addedReport';
import type { BiCounts } from '@/domain/reports/biFigures';
import { can, canSee } from '@/schema/project/access';
import { forbidden } from '../../kernel/DomainError';
import { columnText } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { AskedFigures } from './askedFigures';
import { editions, within } from './editions';

/** The rows of a resource of a plugin that belong to the chosen events and that the person may see, by the values of a field, most first. */
export const readAdded = async (tx: Transaction, { resource: name, event, by }: AddedReport, asked: AskedFigures): Promise<BiCounts> => {
  const resource = tx.registry.get(name);
  if (!can(tx.grants, 'list', resource) || ![event, by].every((field) => canSee(tx.grants, resource.all[field]!))) throw forbidden();
  const found = await tx.rows(sql`${editions(tx, asked)}
    select ${sql.raw(columnText('r', by))}, count(*) filter (where not n.is_previous), count(*) filter (where n.is_previous)
      from editions n join ${sql.identifier(name)} r on ${sql.raw(columnText('r', event))} = n.eventid and ${within(tx, name, 'r')}
     where ${sql.raw(columnText('r', by))} is not null group by 1 order by 2 desc, 3 desc, 1`);
  const rows = found.map(([key, current, previous]) => ({
    key: String(key),
    current: Number(current),
    previous: asked.compare ? Number(previous) : null,
  }));
  return {
    total: {
      current: rows.reduce((sum, { current }) => sum + current, 0),
      previous: asked.compare ? rows.reduce((sum, { previous }) => sum + (previous ?? 0), 0) : null,
    },
    rows,
  };
};

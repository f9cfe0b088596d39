import { fieldOf } from '@/schema';
import type { AddedReport } from '@/domain/reports/addedReport';
import type { BiCounts } from '@/domain/reports/biFigures';
import { can, canSee } from '@/schema/project/access';
import { forbidden } from '../../kernel/DomainError';
import { select, value } from '../../kernel/select';
import { column, quote, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { AskedFigures } from './askedFigures';
import { editions, within } from './editions';

/**
 * The rows of a plugin's resource that belong to the chosen events and that the person may see, by the values of a field, most frequent
 * first.
 */
export const readAdded = async (tx: Transaction, { resource: name, event, by }: AddedReport, asked: AskedFigures): Promise<BiCounts> => {
  const resource = tx.registry.get(name);
  if (!can(tx.grants, 'list', resource) || ![event, by].every((field) => canSee(tx.grants, fieldOf(resource, field)))) throw forbidden();
  const [key, of] = [column('r', by), column('r', event)];
  const shape = {
    key: value<unknown>(key),
    current: value<number>(sql`count(*) filter (where not n.is_previous)`),
    previous: value<number>(sql`count(*) filter (where n.is_previous)`),
  };
  const found = await select(
    tx,
    shape,
    (list) => sql`${editions(tx, asked)}
    select ${list} from editions n join ${sql.raw(quote(name))} r on ${of} = n.eventid and ${within(tx, resource, 'r')}
     where ${key} is not null group by 1 order by 2 desc, 3 desc, 1`,
  );
  const rows = found.map((row) => ({ key: String(row.key), current: row.current, previous: asked.compare ? row.previous : null }));
  return {
    total: {
      current: rows.reduce((sum, { current }) => sum + current, 0),
      previous: asked.compare ? rows.reduce((sum, { previous }) => sum + (previous ?? 0), 0) : null,
    },
    rows,
  };
};

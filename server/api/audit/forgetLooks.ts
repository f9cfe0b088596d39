import { audits } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

/** For how long it is kept who looked at what. Changes are kept for good. */
const keptMonths = 24;
/** As many as one night removes, so that a first one holds nobody up. */
const mostAtOnce = 100_000;
const a = columnsOf(audits);

/** Removes looks at contact and health data that are older than is kept, the oldest first. */
export const forgetLooks = (tx: Transaction): Promise<void> =>
  execute(
    tx,
    sql`delete from ${a} where ${a.auditid} in (
          select ${a.auditid} from ${a} where ${a.verb} = 'read' and ${a.created} < now() - make_interval(months => ${keptMonths}) order by ${a.created} limit ${sql.raw(String(mostAtOnce))})`,
  );

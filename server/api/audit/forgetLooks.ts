import { organizations } from '@/resources/organizations/organizations';
import { audits } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

/** As many as one night removes, so that a first one holds nobody up. */
const mostAtOnce = 100_000;
const a = columnsOf(audits);
const l = columnsOf(audits, 'l'),
  o = columnsOf(organizations, 'o');

/** The least that an organization keeps, and what the company that runs the platform keeps, which counts where somebody looked for none. */
const keptMonths = (tx: Transaction) =>
  selectOne(
    tx,
    {
      least: value<number | null>(sql`min(${o.looks_months})::int`),
      platform: value<number | null>(sql`max(${o.looks_months}) filter (where ${o.is_platform})::int`),
    },
    sql`from ${o}`,
  );

/**
 * Removes looks at contact and health data that are older than the organization of the person who looked keeps them, the oldest first.
 * Changes are kept for good.
 */
export const forgetLooks = async (tx: Transaction): Promise<void> => {
  const kept = await keptMonths(tx);
  if (!kept || kept.least === null) return;
  const own = sql`coalesce(${o.looks_months}, ${kept.platform ?? kept.least}::int)`;
  await execute(
    tx,
    sql`delete from ${a} where ${a.auditid} in (
          select ${l.auditid} from ${l} left join ${o} on ${o.organizationid} = ${l.organizationid}
           where ${l.verb} = 'read' and ${l.created} < now() - make_interval(months => ${kept.least}::int) and ${l.created} < now() - make_interval(months => ${own})
           order by ${l.created} limit ${sql.raw(String(mostAtOnce))})`,
  );
};

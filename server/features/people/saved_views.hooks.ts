import { saved_views } from '@/resources/saved_views/saved_views';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';
import { columnsOf } from '../../kernel/columnsOf';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const v = columnsOf(saved_views);
/** The server's rules for a saved view: it belongs to a list that exists, and at most one is the default of its owner. */
export const savedViewsHooks = defineHooks(saved_views, {
  beforeWrite: async ({ tx, before, values }) => {
    const { resource } = { ...before, ...values };
    if (values['resource'] !== undefined && !tx.registry.find(String(resource)))
      throw invalid([{ path: 'resource', code: 'INVALID_REFERENCE' }]);
    if (values['is_default'] !== true || before?.['is_default'] === true) return;
    await execute(
      tx,
      sql`update ${v} set ${v.is_default} = false, ${v.updated} = now(), ${v.version} = ${v.version} + 1 where ${v.userid} = ${tx.userid} and ${v.resource} = ${resource ?? null} and ${v.is_default} and ${v.deleted_at} is null`,
    );
  },
});

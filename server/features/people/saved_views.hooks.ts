import { saved_views } from '@/resources/saved_views/saved_views';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';

/** What happens around a saved view that only the server knows: it is of a list that exists, and one of them at most is the first that its owner sees. */
export const savedViewsHooks = defineHooks(saved_views, {
  beforeWrite: async ({ tx, before, values }) => {
    const { resource } = { ...before, ...values };
    if (values['resource'] !== undefined && !tx.registry.find(String(resource)))
      throw invalid([{ path: 'resource', code: 'INVALID_REFERENCE' }]);
    if (values['is_default'] !== true || before?.['is_default'] === true) return;
    await tx.run(
      'update saved_views set is_default = false, updated = now(), version = version + 1 where userid = $1 and resource = $2 and is_default and deleted_at is null',
      [tx.userid, resource],
    );
  },
});

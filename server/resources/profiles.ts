import { profiles } from '@/resources/profiles/profiles';
import type { PermissionKey, RegionalKey } from '@/schema';
import { defineHooks } from '../api/defineHooks';
import { DomainError } from '../api/DomainError';
import type { Row } from '../api/list/reader';
import type { Transaction } from '../api/transaction';

const beyond = async (tx: Transaction, rows: readonly Row[]): Promise<readonly string[]> => {
  const names = new Map((await tx.run('select roleid, slug, category from roles')).map(([roleid, slug, category]) => [Number(roleid), [String(slug), String(category)] as const]));
  return rows.flatMap(({ roleid, access }) => {
    const [slug = '', category = ''] = names.get(Number(roleid)) ?? [];
    const held = category === 'REGIONAL' ? (tx.grants.regions.includes('national') || tx.grants.regions.includes(slug as RegionalKey) ? 'edit' : undefined) : tx.grants.keys[slug as PermissionKey];
    return held === 'edit' || (held === 'view' && access === 'view') || slug === 'reports-wo-contact-info' ? [] : [slug];
  });
};

/** What happens around a profile that only the server knows: it never holds more than whoever shapes it. */
export const profilesHooks = defineHooks(profiles, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (before?.['is_system'] === true && (verb === 'delete' || values['slug'] !== undefined && values['slug'] !== before['slug'])) throw new DomainError(403, 'errors.systemProfile');
    if (values['roles'] == null) return;
    const keys = await beyond(tx, values['roles'] as readonly Row[]);
    if (keys.length > 0) throw new DomainError(403, 'errors.beyondOwnKeys', { params: { keys: keys.join(', ') }, errors: [{ path: 'roles', message: 'errors.beyondOwnKeys', params: { keys: keys.join(', ') } }] });
  },
});

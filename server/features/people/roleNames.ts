import type { RoleName } from '@/schema/mayGrant';
import type { Transaction } from '../../kernel/transaction';

/** The roles by key, for rules that speak of slugs. */
export const roleNames = async (tx: Transaction): Promise<ReadonlyMap<number, RoleName>> =>
  new Map(
    (await tx.run('select roleid, slug, category from roles')).map(([roleid, slug, category]) => [
      Number(roleid),
      { slug: String(slug), category: String(category) },
    ]),
  );

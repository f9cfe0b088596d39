import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { registry as declared } from '@/resources';
import { createRegistry, type AnyResource } from '@/schema';
import { exclusionsOf } from '@/schema/project/exclusions';
import { securityRules } from '@/schema/project/security';
import { tablesOf } from '@/schema/project/table';
import { ownRules, ownSecurity } from '../../../server/database/ownSecurity';
import { applyRules } from '../../../server/database/rules/applyRules';
import { withOwner } from '../../../server/database/transaction';
import { hooks } from '../../../server/hooks';
import { openWorld, type World } from './openWorld';

/** A world with some resources more than the product has, their tables, triggers and policies included. */
export const openLoft = async (...extra: readonly AnyResource[]): Promise<World> => {
  const registry = createRegistry([...declared.all, ...extra]);
  const world = await openWorld({ registry, hooks });
  const before = generateDrizzleJson({ ...tablesOf(declared) });
  for (const statement of await generateMigration(before, generateDrizzleJson({ ...tablesOf(registry) }, before.id)))
    await world.pool.query(statement);
  for (const { name, table, definition } of extra.flatMap(exclusionsOf))
    await world.pool.query(`alter table "${table}" add constraint "${name}" ${definition}`);
  await withOwner(world.pool, (client) => applyRules(client, securityRules(registry, ownSecurity, ownRules)));
  return world;
};

import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { registry as declared } from '@/resources';
import { createRegistry, type AnyResource } from '@/schema';
import { securitySql } from '@/schema/project/security';
import { tablesOf } from '@/schema/project/table';
import { ownSecurity } from '../../../server/database/ownSecurity';
import { hooks } from '../../../server/resources';
import { openWorld, type World } from './openWorld';

/** A world with one resource more than the product has, its table, triggers and policies included. */
export const openLoft = async (extra: AnyResource): Promise<World> => {
  const registry = createRegistry([...declared.all, extra]);
  const world = await openWorld({ registry, hooks });
  const before = generateDrizzleJson({ ...tablesOf(declared) });
  for (const statement of await generateMigration(before, generateDrizzleJson({ ...tablesOf(registry) }, before.id))) await world.pool.query(statement);
  await world.pool.query(securitySql(registry, ownSecurity));
  return world;
};

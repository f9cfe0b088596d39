import type { PgTable } from 'drizzle-orm/pg-core';
import { registry } from '@/resources';
import { exclusionsOf, type Exclusion } from '@/schema/project/exclusions';
import type { AnyResource, Registry } from '@/schema';
import { rulesText, type Rule } from '@/schema/project/rules';
import { securityRules } from '@/schema/project/security';
import { tablesOf } from '@/schema/project/table';
import * as authTables from './authTables';
import * as gatewayTables from './gatewayTables';
import * as inboxTables from './inboxTables';
import * as letterTables from './letterTables';
import { ownRules, ownSecurity } from './ownSecurity';
import * as ownTables from './tables';

/** Every table of the product: those of the resources, and the few without a resource. */
export const schemaTables = (): Readonly<Record<string, PgTable>> => ({
  ...tablesOf(registry),
  ...ownTables,
  ...authTables,
  ...gatewayTables,
  ...inboxTables,
  ...letterTables,
});

/** The tables of the resources of a plugin, which may refer to those of the product. */
export const addedTables = (all: Registry, names: ReadonlySet<string>): Readonly<Record<string, PgTable>> =>
  Object.fromEntries(Object.entries(tablesOf(all)).filter(([name]) => names.has(name)));

/** The grants, policies and triggers of the tables of the product, and of plugins when their declarations are given too. */
export const projectedRules = (all: Registry = registry): readonly Rule[] => securityRules(all, ownSecurity, ownRules);

/** The same for the product alone, as text. */
export const projectedSecurity = (): string => rulesText(projectedRules());

/** Constraints of those tables that drizzle cannot compare. */
export const projectedExclusions = (resources: readonly AnyResource[] = registry.all): readonly Exclusion[] =>
  [...resources].sort((one, other) => (one.name < other.name ? -1 : 1)).flatMap(exclusionsOf);

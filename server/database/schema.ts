import type { PgTable } from 'drizzle-orm/pg-core';
import { registry } from '@/resources';
import { exclusionsOf, type Exclusion } from '@/schema/project/exclusions';
import { rulesText } from '@/schema/project/rules';
import { securityRules } from '@/schema/project/security';
import { tablesOf } from '@/schema/project/table';
import * as authTables from './authTables';
import { ownRules, ownSecurity } from './ownSecurity';
import * as ownTables from './tables';

/** Every table of the product: projected from the resources, and the few that are no resource. */
export const schemaTables = (): Readonly<Record<string, PgTable>> => ({ ...tablesOf(registry), ...ownTables, ...authTables });

/** The text that grants, limits and guards those tables. */
export const projectedSecurity = (): string => rulesText(securityRules(registry, ownSecurity, ownRules));

/** Constraints of those tables that drizzle cannot compare. */
export const projectedExclusions = (): readonly Exclusion[] =>
  [...registry.all].sort((one, other) => (one.name < other.name ? -1 : 1)).flatMap(exclusionsOf);

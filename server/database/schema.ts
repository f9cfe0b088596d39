import type { PgTable } from 'drizzle-orm/pg-core';
import { registry } from '@/resources';
import { securitySql } from '@/schema/project/security';
import { tablesOf } from '@/schema/project/table';
import * as authTables from '../auth/tables';
import { ownSecurity } from './ownSecurity';
import * as ownTables from './tables';

/** Every table of the product: projected from the resources, and the few that are no resource. */
export const schemaTables = (): Readonly<Record<string, PgTable>> => ({ ...tablesOf(registry), ...ownTables, ...authTables });

/** The text that grants, limits and guards those tables. */
export const projectedSecurity = (): string => securitySql(registry, ownSecurity);

import type pg from 'pg';
import { roles as keys } from '@/resources/roles/roles';
import { columnsOf } from '../kernel/columnsOf';
import { runnerOf } from '../kernel/runnerOf';
import { selectAll } from '../kernel/select';
import { sql } from '../kernel/sql';
import { roles } from './roles';

const r = columnsOf(keys);

/** Refuses a database whose roles are not the keys of this version: a grant that nothing checks would look like a working one. */
export const checkRoles = async (client: pg.Pool | pg.ClientBase): Promise<void> => {
  const stored = new Set(await selectAll(runnerOf(client), r.slug, sql`from ${r} where ${r.deleted_at} is null`));
  const missing = roles.map(({ slug }): string => slug).filter((slug) => !stored.has(slug));
  const unknown = [...stored].filter((slug) => !roles.some((role) => role.slug === slug)).sort();
  const problems = [missing.length > 0 && `missing ${missing.join(', ')}`, unknown.length > 0 && `unknown ${unknown.join(', ')}`].filter(
    Boolean,
  );
  if (problems.length > 0) throw new Error(`S001 the roles of the database are not the keys of this version: ${problems.join('; ')}`);
};

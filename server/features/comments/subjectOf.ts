import { takesComments } from '@/schema';
import { can } from '@/schema/project/access';
import { reaches } from '../../api/list/visible';
import { selectAll, value } from '../../kernel/select';
import { column, quote, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { Subject } from './mentionable';

/** The record that a comment is about; null when there is none that the person sees and comments on. */
export const subjectOf = async (tx: Transaction, name: unknown, id: unknown): Promise<Subject | null> => {
  const resource = typeof name === 'string' ? tx.registry.find(name) : undefined;
  if (!resource || typeof id !== 'number' || !takesComments(resource) || !can(tx.grants, 'show', resource)) return null;
  if (!(await reaches(tx, resource, id, 'show'))) return null;
  const owner = resource.tenancy === 'self' ? resource.key : resource.all['organizationid'] ? 'organizationid' : null;
  if (owner === null) return { resource, id, organizationid: null };
  const [organizationid = null] = await selectAll(
    tx,
    value<number | null>(column('t', owner)),
    sql`from ${sql.raw(`${quote(resource.name)} t`)} where ${column('t', resource.key)} = ${id}`,
  );
  return { resource, id, organizationid };
};

import type { AnyResource, Registry } from '@/schema';
import type { ErrorCode } from '@/schema/errorCodes';
import { canSee } from '@/schema/project/access';
import { constraintsOf, type DeclaredConstraint } from '@/schema/project/constraints';
import { conflict, crowded, DomainError, forbidden, invalid } from './DomainError';
import type { Transaction } from './transaction';
import { remember } from './remember';
import { codeOf } from '../database/faults';

interface DatabaseFailure {
  readonly code: string;
  readonly constraint?: string;
  readonly column?: string;
}
const isFailure = (error: unknown): error is DatabaseFailure => !(error instanceof DomainError) && codeOf(error).length === 5;

const known = new WeakMap<Registry, ReadonlyMap<string, DeclaredConstraint>>();
const declared = (registry: Registry, name: string | undefined): DeclaredConstraint | undefined => {
  const all = remember(known, registry, () => constraintsOf(registry));
  return name ? all.get(name) : undefined;
};

const refusalCodes: Readonly<Record<DeclaredConstraint['kind'], ErrorCode>> = {
  unique: 'NOT_UNIQUE',
  reference: 'INVALID_REFERENCE',
  check: 'CHECK_FAILED',
  overlap: 'OVERLAPS',
};
const implied = new Set(['organizationid']);

/** The field that shows the message, below its list when the row is embedded. */
const pathIn = (resource: AnyResource, { resource: at, fields }: DeclaredConstraint): string => {
  const field = fields.filter((name) => !implied.has(name)).at(-1) ?? fields[0] ?? '';
  const list = at === resource.name ? undefined : Object.keys(resource.all).find((name) => resource.all[name]?.embeds?.target === at);
  return list ? `${list}.${field}` : field;
};

const refusal = (tx: Transaction, resource: AnyResource, constraint: DeclaredConstraint): DomainError => {
  const owner = tx.registry.get(constraint.resource);
  const hidden = [...constraint.fields, ...(constraint.compares ?? [])].some(
    (name) => !implied.has(name) && owner.all[name] && !canSee(tx.grants, owner.all[name]),
  );
  if (hidden && constraint.kind === 'overlap') return conflict('CONTRADICTS');
  if (hidden) return conflict('ALREADY_EXISTS');
  const problems = [
    {
      path: pathIn(resource, constraint),
      code: refusalCodes[constraint.kind],
      ...(constraint.rule && { rule: `${constraint.resource}.${constraint.rule}` }),
    },
  ];
  if (constraint.kind === 'overlap') return conflict('OVERLAPS', problems);
  return constraint.kind === 'unique' ? conflict('ALREADY_EXISTS', problems) : invalid(problems);
};

/** Checks periods that may not overlap now, before the change is audited. The next change may move several again. */
export const judgePeriods = async ({ client }: Transaction, { exclusions }: AnyResource): Promise<void> => {
  if (exclusions) await client.query('set constraints all immediate; set constraints all deferred');
};

/** Turns a refusal at commit into an error on its record. */
export const explainLate = (tx: Transaction, error: unknown): unknown => {
  const constraint = isFailure(error) ? declared(tx.registry, error.constraint) : undefined;
  return constraint ? refusal(tx, tx.registry.get(constraint.resource), constraint) : error;
};

/**
 * Turns a refusal of the database into an error on its field; values hidden from the person are never named. Errors that a retry may
 * solve stay as they are.
 */
export const explain = (tx: Transaction, resource: AnyResource, error: unknown): unknown => {
  if (!isFailure(error)) return error;
  const constraint = declared(tx.registry, error.constraint);
  if (constraint) return refusal(tx, resource, constraint);
  switch (error.code) {
    case '23505':
    case '23P01':
      return conflict('ALREADY_EXISTS');
    case '23503':
    case '23514':
      return invalid([]);
    case '23502':
      return invalid(error.column && resource.all[error.column] ? [{ path: error.column, code: 'REQUIRED' }] : []);
    case '22003':
    case '22P02':
    case '22001':
    case '22021':
    case '22P05':
      return invalid([]);
    case '42501':
      return forbidden();
    case '55P03':
      return crowded(error);
    default:
      return error;
  }
};

/** Does work on a record whose refusals by the database are explained on its fields. */
export const explained = async <T>(tx: Transaction, resource: AnyResource, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw explain(tx, resource, error);
  }
};

import { type AnyResource, isWritable } from '@/schema';
import { canSee, canWrite } from '@/schema/project/access';
import { inputSchema, parseInput, type Mode, type Problem } from '@/schema/project/zod';
import { forbidden, invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { cleanMarkup } from './cleanMarkup';
import { remember } from '../../kernel/remember';

type Body = Readonly<Record<string, unknown>>;
const schemas = new WeakMap<AnyResource, Map<Mode, ReturnType<typeof inputSchema>>>();
const schemaOf = (tx: Transaction, resource: AnyResource, mode: Mode): ReturnType<typeof inputSchema> => {
  const known = remember(schemas, resource, () => new Map<Mode, ReturnType<typeof inputSchema>>());
  return remember(known, mode, () => inputSchema(resource, tx.registry, mode));
};

const refused = (tx: Transaction, resource: AnyResource, prefix: string, name: string): readonly Problem[] => {
  const field = resource.all[name];
  if (!field || !isWritable(field) || canWrite(tx.grants, field)) return [];
  return [{ path: `${prefix}${name}`, code: canSee(tx.grants, field) ? 'READ_ONLY' : 'HIDDEN' }];
};
/** Fields that exist and accept values, but not from this person; embedded rows are looked into. */
const refusedFields = (tx: Transaction, resource: AnyResource, body: Body, prefix = ''): readonly Problem[] =>
  Object.entries(body).flatMap(([name, value]) => {
    const own = refused(tx, resource, prefix, name);
    const embeds = resource.all[name]?.embeds;
    if (own.length > 0 || !embeds || !Array.isArray(value)) return own;
    const child = tx.registry.get(embeds.target);
    return value.flatMap((row, index) =>
      typeof row === 'object' && row !== null ? refusedFields(tx, child, row as Body, `${prefix}${name}.${index}.`) : [],
    );
  });

/** The body of a write as an object. */
export const bodyOf = (body: unknown): Record<string, unknown> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid([{ path: '', code: 'INVALID_VALUE' }]);
  return { ...body };
};

/** Defaults are for new rows: an embedded row that exists already keeps what was not sent. */
const withoutDefaults = (tx: Transaction, resource: AnyResource, body: Body, values: Record<string, unknown>): Record<string, unknown> => {
  for (const [name, { embeds }] of Object.entries(resource.all)) {
    if (!embeds || !Array.isArray(values[name])) continue;
    const { key } = tx.registry.get(embeds.target);
    const sent = body[name] as readonly Body[];
    values[name] = (values[name] as readonly Body[]).map((row, index) =>
      row[key] == null ? row : Object.fromEntries(Object.entries(row).filter(([each]) => each in (sent[index] ?? {}))),
    );
  }
  return values;
};

/** Judges what was sent, field by field, for this person; `given` comes from the server and is not theirs to send. */
export const accept = (tx: Transaction, resource: AnyResource, mode: Mode, body: Body, given: Body = {}): Record<string, unknown> => {
  const closed = refusedFields(tx, resource, body);
  if (closed.length > 0) throw forbidden(closed);
  const parsed = parseInput(schemaOf(tx, resource, mode), { ...cleanMarkup(tx.registry, resource.all, body), ...given });
  if ('problems' in parsed) throw invalid(parsed.problems);
  return withoutDefaults(tx, resource, body, parsed.value);
};

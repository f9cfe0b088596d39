import { type AnyField, type AnyResource, isWritable, restrictingKey } from '@/schema';
import { canSee, canWrite } from '@/schema/project/access';
import { inputSchema, parseInput, type Mode, type Problem } from '@/schema/project/zod';
import { isParts, rowsIn } from '@/schema/unknown';
import { embeddingFields } from '../list/fieldsOf';
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

/** How far the server vouches for a new record that it makes of a file. */
export interface Trust {
  /** It makes the record itself, whatever the person may create. */
  readonly asServer?: boolean;
  /** The person may write contact data that they do not read. */
  readonly unseen?: boolean;
  /** References to records that the server found for the person, who need not see them. */
  readonly found?: readonly string[];
}

const isUnseen = ({ unseen }: Trust, { options }: AnyField): boolean =>
  unseen === true && options.hiddenBy === restrictingKey && !options.visibleTo && !options.platformOnly && !options.editableBy;

const refused = (tx: Transaction, resource: AnyResource, prefix: string, name: string, trust: Trust): readonly Problem[] => {
  const field = resource.all[name];
  if (!field || !isWritable(field) || canWrite(tx.grants, field) || isUnseen(trust, field)) return [];
  return [{ path: `${prefix}${name}`, code: canSee(tx.grants, field) ? 'READ_ONLY' : 'HIDDEN' }];
};
/** Fields that exist and accept values, but not from this person, also in embedded rows. */
const refusedFields = (tx: Transaction, resource: AnyResource, body: Body, trust: Trust, prefix = ''): readonly Problem[] =>
  Object.entries(body).flatMap(([name, value]) => {
    const own = refused(tx, resource, prefix, name, trust);
    const embeds = resource.all[name]?.embeds;
    if (own.length > 0 || !embeds || !Array.isArray(value)) return own;
    const child = tx.registry.get(embeds.target);
    return value.flatMap((row, index) => (isParts(row) ? refusedFields(tx, child, row, trust, `${prefix}${name}.${index}.`) : []));
  });

/** The body of a write as an object. */
export const bodyOf = (body: unknown): Record<string, unknown> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid([{ path: '', code: 'INVALID_VALUE' }]);
  return { ...body };
};

/** Defaults are for new rows: an existing embedded row keeps what was not sent. */
const withoutDefaults = (tx: Transaction, resource: AnyResource, body: Body, values: Record<string, unknown>): Record<string, unknown> => {
  for (const [name, embeds] of embeddingFields(resource)) {
    if (!Array.isArray(values[name])) continue;
    const { key } = tx.registry.get(embeds.target);
    const sent = rowsIn(body[name]);
    values[name] = rowsIn(values[name]).map((row, index) =>
      row[key] == null ? row : Object.fromEntries(Object.entries(row).filter(([each]) => each in (sent[index] ?? {}))),
    );
  }
  return values;
};

/** Validates the request, field by field, for this person. `given` are values of the server that may not be sent. */
export const accept = (
  tx: Transaction,
  resource: AnyResource,
  mode: Mode,
  body: Body,
  given: Body = {},
  trust: Trust = {},
): Record<string, unknown> => {
  const closed = refusedFields(tx, resource, body, trust);
  if (closed.length > 0) throw forbidden(closed);
  const parsed = parseInput(schemaOf(tx, resource, mode), { ...cleanMarkup(tx.registry, resource.all, body), ...given });
  if ('problems' in parsed) throw invalid(parsed.problems);
  return withoutDefaults(tx, resource, body, parsed.value);
};

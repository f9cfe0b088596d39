import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { AnyField, AnyResource } from '@/schema';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { DomainError, invalid } from '../../kernel/DomainError';
import { judgeText } from '../../kernel/judgeText';
import { keepFile, readable, type FilePlaces, type KeptFile } from '../files/keepFile';
import { inTransaction } from '../../kernel/transaction';

/** What a write was sent: its values, and the files that came along and are not anybody's yet. */
export interface SentBody {
  readonly body: unknown;
  readonly files: readonly KeptFile[];
}

/** The part that carries everything but files. */
const dataPart = 'data';

const parsed = (text: unknown): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(String(text));
    judgeText(value);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (error instanceof DomainError) throw error;
  }
  throw invalid([{ path: dataPart, code: 'INVALID_VALUE' }]);
};

const fieldFor = ({ fields }: AnyResource, name: string): AnyField => {
  const field = Object.hasOwn(fields, name) ? fields[name]! : undefined;
  if (!field?.uploads) throw invalid([{ path: name, code: 'NO_FILE_HERE' }]);
  return field;
};

/** How a field says that a file is its value: a picture by its address, a file by what is known of it, several beside those that it has. */
const valueWith = (field: AnyField, before: unknown, { url, name, size, type }: KeptFile): unknown => {
  if (field.column === 'text') return url;
  const value = { url, name, size, type };
  return (field.options as { readonly multiple?: number }).multiple === undefined
    ? value
    : [...(Array.isArray(before) ? (before as unknown[]) : []), value];
};

/** The parts of a form; what cannot be read as one is a mistake of the sender. */
async function* sentParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  const parts = request.parts();
  for (;;) {
    const { value, done } = await readable(() => parts.next());
    if (done) return;
    yield value;
  }
}

/**
 * Reads what a write was sent: JSON, or multipart with the values as JSON in the part `data` and each file in a part that is named after its field.
 *
 * Files come into the storage before the record is written and are nobody's until then. Only who may enter makes the server look at files.
 */
export const readSentBody = async (
  request: FastifyRequest,
  deps: ApiDeps,
  resource: AnyResource,
  places: FilePlaces,
): Promise<SentBody> => {
  if (!request.isMultipart()) return { body: request.body, files: [] };
  const person = await inTransaction(deps, callOf(request), 'read', async ({ userid }) => Number(userid));
  let body: Record<string, unknown> = {};
  const files: KeptFile[] = [],
    added: (readonly [string, AnyField, KeptFile])[] = [];
  try {
    for await (const part of sentParts(request)) {
      if (part.type === 'field') {
        if (part.fieldname !== dataPart) throw invalid([{ path: part.fieldname, code: 'UNKNOWN_PART' }]);
        body = { ...parsed(part.value) };
        continue;
      }
      const field = fieldFor(resource, part.fieldname);
      const file = await keepFile(request, part, part.fieldname, { ...places, person }, field.uploads!.kinds);
      files.push(file);
      added.push([part.fieldname, field, file]);
    }
  } catch (error) {
    await Promise.all(files.map(({ drop }) => drop()));
    throw error;
  }
  for (const [name, field, file] of added) body[name] = valueWith(field, body[name], file);
  return { body, files };
};

import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { AnyField, AnyResource } from '@/schema';
import { must } from '@/schema/must';
import { isParts, listIn, partOf } from '@/schema/unknown';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { DomainError, invalid } from '../../kernel/DomainError';
import { judgeText } from '../../kernel/judgeText';
import { keepFile, type FilePlaces, type KeptFile } from '../files/keepFile';
import { readable } from '../files/readable';
import { inTransaction } from '../../kernel/transaction';

/** The body of a write: its values, and its files, which do not belong to a record yet. */
export interface SentBody {
  readonly body: unknown;
  readonly files: readonly KeptFile[];
}

/** The part with everything but the files. */
const dataPart = 'data';

const parsed = (text: unknown): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(String(text));
    judgeText(value);
    if (isParts(value)) return value;
  } catch (error) {
    if (error instanceof DomainError) throw error;
  }
  throw invalid([{ path: dataPart, code: 'INVALID_VALUE' }]);
};

const fieldFor = ({ fields }: AnyResource, name: string): AnyField => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field?.uploads) throw invalid([{ path: name, code: 'NO_FILE_HERE' }]);
  return field;
};

/**
 * How a field takes a file as its value: a picture as its address, a file as its metadata, several files in addition to the existing
 * ones.
 */
const valueWith = (field: AnyField, before: unknown, { url, name, size, type }: KeptFile): unknown => {
  if (field.column === 'text') return url;
  const value = { url, name, size, type };
  return partOf(field.options, 'multiple') === undefined ? value : [...listIn(before), value];
};

/** The parts of a form. A form that cannot be read is an error of the client. */
async function* sentParts(request: FastifyRequest, silentMs: number): AsyncGenerator<Multipart> {
  const parts = request.parts();
  for (;;) {
    const { value, done } = await readable(request, silentMs, () => parts.next());
    if (done) return;
    yield value;
  }
}

/**
 * Reads the body of a write: JSON, or multipart with the values as JSON in the part `data` and each file in a part named after its
 * field.
 *
 * Files are put into the storage before the record is written and belong to nobody until then. The server looks at files only for people
 * with access.
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
    for await (const part of sentParts(request, places.silentMs)) {
      if (part.type === 'field') {
        if (part.fieldname !== dataPart) throw invalid([{ path: part.fieldname, code: 'UNKNOWN_PART' }]);
        body = { ...parsed(part.value) };
        continue;
      }
      const field = fieldFor(resource, part.fieldname);
      const file = await keepFile(
        request,
        part,
        part.fieldname,
        { ...places, person },
        must(field.uploads, `the files of ${part.fieldname}`).kinds,
      );
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

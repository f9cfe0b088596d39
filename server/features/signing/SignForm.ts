import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../../kernel/DomainError';
import { judgeText } from '../../kernel/judgeText';
import { readable } from '../../api/files/readable';

/** A file of a form, read into memory. */
export type SentFile = Pick<MultipartFile, 'filename' | 'toBuffer'>;
/** What a page for signing sent. */
export interface SignForm {
  readonly field: (name: string) => string;
  readonly file: SentFile | null;
}

const textOf = (sent: unknown): string => (typeof sent === 'string' ? sent : '');
const formOf = (fields: Readonly<Record<string, unknown>>, file: SentFile | null = null): SignForm => ({
  field: (name) => (Object.hasOwn(fields, name) ? textOf(fields[name]).trim() : ''),
  file,
});

const readParts = async (request: FastifyRequest): Promise<SignForm> => {
  const fields: Record<string, unknown> = {};
  let file: SentFile | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw invalid([{ path: part.fieldname, code: 'TOO_LARGE' }]);
      fields[part.fieldname] = part.value;
      continue;
    }
    const data = await part.toBuffer(); // throws 413 beyond the limit of the routes
    if (data.length > 0) file = { filename: part.filename, toBuffer: async () => data };
  }
  judgeText(fields);
  return formOf(fields, file);
};

/** Reads a form of fields, or of fields and one file; a body of another kind is refused. */
export const readForm = async (request: FastifyRequest, silentMs: number): Promise<SignForm> => {
  if (request.isMultipart()) return readable(request, silentMs, () => readParts(request));
  const { body } = request;
  if (typeof body !== 'object' || body === null) throw invalid([{ path: '', code: 'FORM_BROKEN' }]);
  return formOf({ ...body });
};

import type { FastifyRequest } from 'fastify';
import { judgeText } from '../../kernel/judgeText';
import { readable } from '../../api/files/readable';
import { invalid } from '../../kernel/DomainError';
import type { SentFile } from '../signing/SignForm';

/** What the page for claims sent. */
export interface ClaimForm {
  readonly field: (name: string) => string;
  readonly files: readonly SentFile[];
}
const formOf = (fields: Readonly<Record<string, unknown>>, files: readonly SentFile[] = []): ClaimForm => ({
  field: (name) => {
    const sent = Object.hasOwn(fields, name) ? fields[name] : '';
    return typeof sent === 'string' ? sent.trim() : '';
  },
  files,
});
/** A form without fields, for requests without a body. */
export const noClaim = formOf({});

const readParts = async (request: FastifyRequest): Promise<ClaimForm> => {
  const fields: Record<string, unknown> = {};
  const files: SentFile[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else {
      const data = await part.toBuffer(); // throws 413 beyond the limit of the routes
      if (data.length > 0) files.push({ filename: part.filename, toBuffer: async () => data });
    }
  }
  judgeText(fields);
  return formOf(fields, files);
};

/** Reads a form of fields, or of fields and files; a body of another kind is refused. */
export const readClaim = async (request: FastifyRequest, silentMs: number): Promise<ClaimForm> => {
  if (request.isMultipart()) return readable(request, silentMs, () => readParts(request));
  const { body } = request;
  if (typeof body !== 'object' || body === null) throw invalid([{ path: '', code: 'FORM_BROKEN' }]);
  return formOf({ ...body });
};

import type { Fields, UploadRule } from '@/schema';
import type { Problem } from '@/schema/project/zod';
import { partOf, rowsIn } from '@/schema/unknown';
import { invalid } from '../../kernel/DomainError';
import { kindOfMime } from '../files/recogniseFile';
import type { Transaction } from '../../kernel/transaction';
import { uploads } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { type Selected, pick, selectOne } from '../../kernel/select';
import { bind, sql } from '../../kernel/sql';

type Values = Readonly<Record<string, unknown>>;
const u = columnsOf(uploads);
const upload = pick(u, 'name', 'mime', 'bytes', 'width', 'height');
type Upload = Selected<typeof upload>;

const folder = '/api/upload/';
/** The upload at an address, if it was made by the organization of the record, by that of the person or by the person. */
const find = (tx: Transaction, address: string, record: Values): Promise<Upload | undefined> => {
  const owners = [record['organizationid'], tx.grants.organizationid].filter((each) => each != null);
  // A person without an organization has no policy that lets them read what they uploaded.
  return tx.asOwner(() =>
    selectOne(
      tx,
      upload,
      sql`from ${u} where ${u.uploadid} = ${address.slice(folder.length)} and ${u.dropped_at} is null and (${u.organizationid} = any(${bind(owners)}::bigint[]) or ${u.created_by} = ${tx.userid})`,
    ),
  );
};

const refusalOf = (
  found: Upload | undefined,
  { kinds, maxBytes = Number.POSITIVE_INFINITY, minWidth = 0, minHeight = 0 }: UploadRule,
): Omit<Problem, 'path'> | null => {
  const kind = found && kindOfMime(found.mime);
  if (!found || !kind) return { code: 'UPLOAD_NOT_FOUND' };
  if (!kinds.includes(kind)) return { code: 'WRONG_FILE_KIND', params: { kinds: kinds.join(', ') } };
  if (found.bytes > maxBytes) return { code: 'TOO_LARGE' };
  return (found.width ?? minWidth) < minWidth || (found.height ?? minHeight) < minHeight ? { code: 'PICTURE_TOO_SMALL' } : null;
};

const isOurs = (value: unknown): value is string => typeof value === 'string' && value.startsWith(folder);

const settle = async (tx: Transaction, rule: UploadRule, value: unknown, record: Values, path: string): Promise<unknown> => {
  if (Array.isArray(value)) {
    const settled: unknown[] = []; // one after another: they share a connection and its role
    for (const [at, each] of value.entries()) settled.push(await settle(tx, rule, each, record, `${path}.${at}`));
    return settled;
  }
  const address = typeof value === 'object' && value !== null ? partOf(value, 'url') : value;
  if (!isOurs(address)) return value;
  const found = await find(tx, address, record);
  const refusal = refusalOf(found, rule);
  if (refusal || !found) throw invalid([{ path, code: 'UPLOAD_NOT_FOUND', ...refusal }]);
  return address === value
    ? value
    : { url: address, name: found.name ?? address.slice(folder.length), size: found.bytes, type: found.mime };
};

/**
 * Refuses addresses of uploads that do not exist, belong to somebody else or do not fit the field. Answers the values that describe the
 * uploads.
 */
export const settleUploads = async (tx: Transaction, fields: Fields, values: Values, record: Values, prefix = ''): Promise<Values> => {
  const settled: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value === null || value === undefined || !field) continue;
    if (field.uploads) settled[name] = await settle(tx, field.uploads, value, record, `${prefix}${name}`);
    if (field.members && Array.isArray(value)) {
      const rows: Values[] = [];
      for (const [at, row] of rowsIn(value).entries())
        rows.push({ ...row, ...(await settleUploads(tx, field.members, row, record, `${prefix}${name}.${at}.`)) });
      settled[name] = rows;
    }
  }
  return settled;
};

import type { Fields, UploadRule } from '@/schema';
import type { Problem } from '@/schema/project/zod';
import { invalid } from '../../kernel/DomainError';
import { kindOfMime } from '../files/recogniseFile';
import type { Transaction } from '../../kernel/transaction';
import { uploads } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne, type Selected } from '../../kernel/select';
import { bind, sql } from '../../kernel/sql';

type Values = Readonly<Record<string, unknown>>;
const u = columnsOf(uploads);
const upload = { name: u.name, mime: u.mime, bytes: u.bytes, width: u.width, height: u.height };
type Upload = Selected<typeof upload>;

const folder = '/api/upload/';
/** The upload at an address, when the organisation of the record, that of the person or the person made it. */
const find = (tx: Transaction, address: string, record: Values): Promise<Upload | undefined> => {
  const owners = [record['organizationid'], tx.grants.organizationid].filter((each) => each != null);
  // A person of no organisation yet has no policy under which to read what they uploaded.
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
    const settled: unknown[] = []; // one after the other: they share a connection and its role
    for (const [at, each] of value.entries()) settled.push(await settle(tx, rule, each, record, `${path}.${at}`));
    return settled;
  }
  const address = typeof value === 'object' && value !== null ? (value as Values)['url'] : value;
  if (!isOurs(address)) return value;
  const found = await find(tx, address, record);
  const refusal = refusalOf(found, rule);
  if (refusal || !found) throw invalid([{ path, code: 'UPLOAD_NOT_FOUND', ...refusal }]);
  return address === value
    ? value
    : { url: address, name: found.name ?? address.slice(folder.length), size: found.bytes, type: found.mime };
};

/** Refuses addresses of uploads that do not exist, belong to somebody else or are not such as the field takes; answers the values that say what the uploads are. */
export const settleUploads = async (tx: Transaction, fields: Fields, values: Values, record: Values, prefix = ''): Promise<Values> => {
  const settled: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value === null || value === undefined || !field) continue;
    if (field.uploads) settled[name] = await settle(tx, field.uploads, value, record, `${prefix}${name}`);
    if (field.members && Array.isArray(value)) {
      const rows: Values[] = [];
      for (const [at, row] of (value as readonly Values[]).entries())
        rows.push({ ...row, ...(await settleUploads(tx, field.members, row, record, `${prefix}${name}.${at}.`)) });
      settled[name] = rows;
    }
  }
  return settled;
};

import type { Fields, UploadRule } from '@/schema';
import type { Problem } from '@/schema/project/zod';
import { invalid } from '../../kernel/DomainError';
import { kindOfMime } from '../files/recogniseFile';
import type { Transaction } from '../../kernel/transaction';

type Values = Readonly<Record<string, unknown>>;
interface Upload {
  readonly name: string | null;
  readonly mime: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
}

const folder = '/api/upload/';
const uploadSql = `select name, mime, bytes, width, height from uploads
  where uploadid = $1 and dropped_at is null and (organizationid = any($2::bigint[]) or created_by = $3)`;

/** The upload at an address, when the organisation of the record, that of the person or the person made it. */
const find = async (tx: Transaction, address: string, record: Values): Promise<Upload | undefined> => {
  const owners = [record['organizationid'], tx.grants.organizationid].filter((each) => each != null);
  // A person of no organisation yet has no policy under which to read what they uploaded.
  const [row] = await tx.asOwner(() => tx.run(uploadSql, [address.slice(folder.length), owners, tx.userid]));
  return (
    row && {
      name: row[0] as string | null,
      mime: String(row[1]),
      bytes: Number(row[2]),
      width: row[3] as number | null,
      height: row[4] as number | null,
    }
  );
};

const refusalOf = (
  upload: Upload | undefined,
  { kinds, maxBytes = Number.POSITIVE_INFINITY, minWidth = 0, minHeight = 0 }: UploadRule,
): Omit<Problem, 'path'> | null => {
  const kind = upload && kindOfMime(upload.mime);
  if (!upload || !kind) return { code: 'UPLOAD_NOT_FOUND' };
  if (!kinds.includes(kind)) return { code: 'WRONG_FILE_KIND', params: { kinds: kinds.join(', ') } };
  if (upload.bytes > maxBytes) return { code: 'TOO_LARGE' };
  return (upload.width ?? minWidth) < minWidth || (upload.height ?? minHeight) < minHeight ? { code: 'PICTURE_TOO_SMALL' } : null;
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
  const upload = await find(tx, address, record);
  const refusal = refusalOf(upload, rule);
  if (refusal) throw invalid([{ path, ...refusal }]);
  return address === value
    ? value
    : { url: address, name: upload!.name ?? address.slice(folder.length), size: upload!.bytes, type: upload!.mime };
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

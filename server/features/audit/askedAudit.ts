import { z } from 'zod';
import { auditFilters, auditVerbs, type AuditFilter } from '@/domain/audit';
import { permissionKeys } from '@/schema/access';
import { homeZone } from '@/schema/homeZone';
import { isParts } from '@/schema/unknown';
import { audits } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { invalid } from '../../kernel/DomainError';
import { every, sql, type SQL } from '../../kernel/sql';

const a = columnsOf(audits, 'a');
const whole = z.string().regex(/^[1-9]\d{0,14}$/);
const longest = { resource: 63, ip: 64 } as const;
const shape = z.strictObject({
  person: whole.optional(),
  resource: z.string().min(1).max(longest.resource).optional(),
  record: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
  verb: z.enum(auditVerbs).optional(),
  key: z.enum(permissionKeys).optional(),
  ip: z.string().min(1).max(longest.ip).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  before: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z~\d{1,15}$/)
    .optional(),
});
/** What of the audits is asked for. */
export type AskedAudit = z.infer<typeof shape>;

/** The parameters of a page. */
export const auditParameters: readonly string[] = [...auditFilters, 'before'];

/** Reads the filters of a query or of a body; refuses a value that is none of them on its name. */
export const askedAudit = (given: unknown): AskedAudit => {
  const said = isParts(given) ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== null)) : {};
  const judged = shape.safeParse(said);
  if (!judged.success)
    throw invalid(
      judged.error.issues.map(({ path, code }) => ({
        path: path.join('.'),
        code: code === 'unrecognized_keys' ? 'UNKNOWN_FIELD' : 'INVALID_VALUE',
      })),
    );
  if (judged.data.record !== undefined && judged.data.resource === undefined) throw invalid([{ path: 'resource', code: 'REQUIRED' }]);
  return judged.data;
};

const startOf = (day: string): SQL => sql`(${day}::date::timestamp at time zone ${homeZone})`;
const endOf = (day: string): SQL => sql`((${day}::date + 1)::timestamp at time zone ${homeZone})`;
const conditions: { readonly [F in AuditFilter | 'before']: (value: string) => SQL } = {
  person: (value) => sql`${a.actor_userid} = ${value}::bigint`,
  resource: (value) => sql`${a.resource} = ${value}`,
  record: (value) => sql`${a.recordid} = ${value}::bigint`,
  verb: (value) => sql`${a.verb} = ${value}`,
  key: (value) => sql`${a.permission_key} = ${value}`,
  ip: (value) => sql`${a.ip} = ${value}`,
  from: (value) => sql`${a.created} >= ${startOf(value)}`,
  to: (value) => sql`${a.created} < ${endOf(value)}`,
  before: (value) => {
    const [at = '', id = ''] = value.split('~');
    return sql`(${a.created}, ${a.auditid}) < (${at}::timestamptz, ${id}::bigint)`;
  },
};

/** The audits that a request asks for, as SQL over `a`; an index of the table begins with the column of each. */
export const askedSql = (asked: AskedAudit): SQL =>
  every([...auditFilters, 'before' as const].map((name) => (asked[name] === undefined ? null : conditions[name](asked[name]))));

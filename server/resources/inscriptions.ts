import { randomBytes } from 'node:crypto';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { keysOf } from '@/schema/project/access';
import { defineHooks } from '../api/defineHooks';
import { conflict, DomainError, invalid } from '../api/DomainError';
import type { Row } from '../api/list/reader';
import { mayBeHidden } from '../api/list/search';
import type { Transaction } from '../api/transaction';
import { insertRow, updateRow } from '../api/write/columns';
import { randomCode } from './codes';
import { judgeEligibility } from './eligibility';

const folioLength = 8, tokenBytes = 16;
/** What an inscription copies from its athlete, so that later changes of the athlete leave it as it was. */
const copied = [
  'first_name', 'last_name', 'second_last_name', 'gender', 'birth_date', 'email', 'phone', 'countryid', 'stateid', 'city', 'club',
  'emergency_contact_name', 'emergency_contact_phone', 'guardian_name', 'guardian_phone', 'tshirt_size',
] as const;
const obligatory = new Set<string>(['first_name', 'last_name', 'gender']);

const athleteOf = async (tx: Transaction, id: unknown): Promise<Row> => {
  if (!Number.isSafeInteger(id)) throw invalid([{ path: 'web_userid', message: 'validation.required' }]);
  const [values] = await tx.run(`select ${copied.join(', ')} from web_users where web_userid = $1 and status = 'active' and deleted_at is null`, [id]);
  if (!values) throw invalid([{ path: 'web_userid', message: 'validation.reference' }]);
  return Object.fromEntries(copied.map((name, index) => [name, values[index]]));
};

/** The key with which the person acts, for the record. */
const keyFor = (tx: Transaction, verb: string): string | null => {
  const keys = keysOf(inscriptions, verb);
  const held = keys === 'anyone' ? [] : keys.map((spec) => (typeof spec === 'string' ? spec : spec.key)).filter((key) => tx.grants.keys[key]);
  return held[0] ?? null;
};

const log = (tx: Transaction, inscription: Row, entry: Row): Promise<number> =>
  insertRow(tx, inscription_log, {
    inscriptionid: inscription['inscriptionid'], eventid: inscription['eventid'], actor_type: inscription['channel'] === 'import' && entry['status'] === 'started' ? 'import' : 'staff',
    actor_userid: tx.userid, source: 'api', ip: tx.call.ip, user_agent: tx.call.userAgent || null, ...entry,
  });

const differs = (before: Row, values: Row) => (name: string): boolean => values[name] !== undefined && JSON.stringify(values[name] ?? null) !== JSON.stringify(before[name] ?? null);

/** After the freeze of an event its bibs and kits are being made: data of the athlete then takes the key of administrators. */
const judgeFreeze = async (tx: Transaction, before: Row, values: Row): Promise<void> => {
  const touched = copied.filter(differs(before, values));
  if (touched.length === 0 || tx.grants.keys['event-admin-inscription'] === 'edit') return;
  const frozen = await tx.run('select 1 from events where eventid = $1 and changes_close_at < now()', [before['eventid']]);
  if (frozen.length > 0) throw new DomainError(403, 'errors.frozen', { errors: touched.map((path) => ({ path, message: 'errors.frozen' })) });
};

/** The log names every field that changed, and holds values only of those that every reader of the log may see. */
const logChanges = async (tx: Transaction, before: Row, values: Row): Promise<void> => {
  const names = Object.keys(inscriptions.fields).filter(differs(before, values));
  if (names.length === 0) return;
  const changes = names.map((field) => (mayBeHidden(inscriptions.all[field]!) ? { field } : { field, old: before[field] ?? null, new: values[field] ?? null }));
  await log(tx, before, { status: 'data_updated', changes, permission_key: keyFor(tx, 'edit') });
};

/** What happens around an inscription that only the server knows. */
export const inscriptionsHooks = defineHooks(inscriptions, {
  beforeAccept: async ({ tx, body }) => {
    const missing = [...obligatory].filter((name) => body[name] == null);
    if (missing.length === 0) return;
    const athlete = await athleteOf(tx, body['web_userid']);
    for (const name of missing) body[name] = athlete[name];
  },
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'edit' && before) {
      await judgeFreeze(tx, before, values);
      if (['birth_date', 'gender'].some(differs(before, values))) await judgeEligibility(tx, { ...before, ...values });
    }
    if (verb !== 'create') return;
    const athlete = await athleteOf(tx, values['web_userid']);
    for (const name of copied) if (values[name] === undefined || values[name] === null) values[name] = athlete[name];
    values['folio'] = randomCode(folioLength);
    values['qr_token'] = randomBytes(tokenBytes).toString('base64url');
    values['status'] = 'started';
    await judgeEligibility(tx, values);
  },
  afterWrite: async ({ tx, verb, id, before, values }) => {
    if (verb === 'edit' && before) return logChanges(tx, before, values);
    if (verb !== 'create') return;
    await log(tx, { ...values, inscriptionid: id }, { status: 'started', to_status: 'started', permission_key: keyFor(tx, 'create') });
  },
  actions: {
    update_comment: async ({ tx, id, row, input }) => {
      const before = row.comment ?? null, after = input.comment ?? null;
      if (before === after) throw conflict('errors.unchanged');
      await updateRow(tx, inscriptions, id, { comment: after });
      await log(tx, row, { status: 'comment_updated', action_label: 'Update comment', changes: [{ field: 'comment', old: before, new: after }], permission_key: keyFor(tx, 'update_comment') });
    },
  },
});

import { randomUUID } from 'node:crypto';
import { api_keys } from '@/resources/api_keys/api_keys';
import { users } from '@/resources/users/users';
import { restrictingKey } from '@/schema';
import { mayGrant } from '@/schema/mayGrant';
import { must } from '@/schema/must';
import { insertRow, updateRow } from '../../api/write/columns';
import { authApiKeys, authSessions } from '../../database/authTables';
import { columnsOf } from '../../kernel/columnsOf';
import { defineHooks, type WriteCall } from '../../kernel/defineHooks';
import { DomainError, forbidden, invalid } from '../../kernel/DomainError';
import { randomText } from '../../kernel/secrets';
import { execute } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { apiKeyText, apiKeyHash } from '../../auth/apiKeys';
import { roleNames } from './roleNames';

const longestMs = 366 * 24 * 60 * 60 * 1000;
/** How long the former secret still works after a new one, so that a program can be changed over without a break. */
const overlap = sql`interval '24 hours'`;
const shownLength = 12;

const a = columnsOf(authApiKeys);
const s = columnsOf(authSessions);

type Call = WriteCall<typeof api_keys>;

/** Nobody makes a key that may more than themselves, or that reads contact data which they cannot read. */
const judgeRoles = async (tx: Transaction, { before, values }: Call): Promise<void> => {
  const names = await roleNames(tx);
  const access = values.access ?? before?.access ?? 'view';
  const asked = (values.roleids ?? before?.roleids ?? []).map((id) => must(names.get(id), `role ${id}`));
  const beyond = asked.filter((role) => !mayGrant(tx.grants, role, access)).map(({ slug }) => slug);
  const unmasks = tx.grants.keys[restrictingKey] !== undefined && !asked.some(({ slug }) => slug === restrictingKey);
  const refused = beyond.length > 0 ? beyond : unmasks ? [restrictingKey] : [];
  if (refused.length === 0) return;
  const params = { keys: refused.join(', ') };
  throw new DomainError('BEYOND_OWN_KEYS', { params, errors: [{ path: 'roleids', code: 'BEYOND_OWN_KEYS', params }] });
};
const judgeEvents = ({ grants }: Transaction, { before, values }: Call): void => {
  if (grants.event_scope !== 'selected') return;
  const events = (values.eventids === undefined ? before?.eventids : values.eventids) ?? [];
  if (events.length === 0 || events.some((event) => !grants.events.includes(event)))
    throw forbidden([{ path: 'eventids', code: 'INVALID_REFERENCE' }]);
};
const judgeExpiry = (expires_at: string | null | undefined): void => {
  if (expires_at == null) return;
  const ahead = Date.parse(expires_at) - Date.now();
  if (ahead <= 0) throw invalid([{ path: 'expires_at', code: 'EXPIRY_PAST' }]);
  if (ahead > longestMs) throw invalid([{ path: 'expires_at', code: 'EXPIRY_TOO_FAR' }]);
};

interface Kept {
  readonly api_keyid: number;
  readonly userid: number | null;
  readonly organizationid: number | null;
  readonly expires_at: string | null;
}

/** The account in whose name the key writes: it has no password, and its address is one that no letter reaches. */
const addAccount = (tx: Transaction, api_keyid: number, name: string): Promise<number> =>
  tx.asOwner(() =>
    insertRow(tx, users, {
      asdeporteid: `api-key-${randomUUID()}`,
      email: `api-key-${api_keyid}@dorsal.invalid`,
      first_name: name,
      last_name: 'API',
      status: 'active',
    }),
  );

/** Keeps the hash of a new secret; the former one works a while longer. The session is what every request is checked against. */
const keepSecret = (tx: Transaction, { api_keyid, userid, organizationid, expires_at }: Kept, hash: string): Promise<void> =>
  tx.asOwner(async () => {
    const sid = randomText();
    await execute(
      tx,
      sql`insert into ${a} (${a.api_keyid}, ${a.sid}, ${a.secret_hash}) values (${api_keyid}, ${sid}, ${hash})
          on conflict (${a.api_keyid}) do update set ${a.former_hash} = ${a}.${a.secret_hash}, ${a.former_until} = now() + ${overlap}, ${a.secret_hash} = excluded.${a.secret_hash}`,
    );
    await execute(
      tx,
      sql`insert into ${s} (${s.sid}, ${s.userid}, ${s.organizationid}, ${s.expires}, ${s.last_active})
          select ${a}.${a.sid}, ${userid}, ${organizationid}, ${expires_at}::timestamptz, ${expires_at}::timestamptz from ${a} where ${a.api_keyid} = ${api_keyid}
          on conflict (${s.sid}) do nothing`,
    );
  });
const ofKey = (api_keyid: number): SQL => sql`where ${s.sid} = (select ${a.sid} from ${a} where ${a.api_keyid} = ${api_keyid})`;

/** The rules of API keys: what a key may do at most, its account, and its secrets. */
export const apiKeysHooks = defineHooks(api_keys, {
  beforeWrite: async (call) => {
    const { tx, verb, before, values } = call;
    if (verb === 'delete') {
      if (before?.status === 'active') throw new DomainError('STATE_NOT_ALLOWED');
      return;
    }
    judgeExpiry(values.expires_at);
    judgeEvents(tx, call);
    await judgeRoles(tx, call);
    const { expires_at } = values;
    if (verb === 'edit' && before && expires_at !== undefined) {
      if (before.status === 'expired') values.status = 'active'; // its secret works again
      await tx.asOwner(() =>
        execute(
          tx,
          sql`update ${s} set ${s.expires} = ${expires_at}::timestamptz, ${s.last_active} = ${expires_at}::timestamptz ${ofKey(before.api_keyid)}`,
        ),
      );
    }
  },
  afterWrite: async ({ tx, verb, id, values: { name } }) => {
    if (verb !== 'create') return;
    await updateRow(tx, api_keys, id, { userid: await addAccount(tx, id, name ?? '') });
  },
  actions: {
    issue_secret: async ({ tx, id, row }) => {
      judgeExpiry(row.expires_at);
      const secret = apiKeyText(id);
      await keepSecret(tx, { organizationid: null, ...row }, apiKeyHash(secret));
      await updateRow(tx, api_keys, id, { secret_start: secret.slice(0, shownLength) });
      return { secret };
    },
    revoke: async ({ tx, id }) => {
      await tx.asOwner(() => execute(tx, sql`update ${s} set ${s.revoked_at} = now() ${ofKey(id)}`));
    },
  },
});

import { createHash, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { randomText } from '../kernel/secrets';
import { InvalidBearer, type Bearer, type TokenVerifier } from './tokens';

const mark = 'dorsal_';
const form = /^Bearer (dorsal_(\d{1,15})_[\w-]{43})$/i;
/** How long a process remembers a secret; whether the key is still valid is asked with every request. */
const rememberedMs = 60_000;
const mostRemembered = 1000;

/** A new secret of an API key; it names its key, so that it can be looked up. */
export const apiKeyText = (api_keyid: number): string => `${mark}${api_keyid}_${randomText()}`;
/** The hash of a secret. A secret is 256 random bits, so one round is enough. */
export const apiKeyHash = (secret: string): string => createHash('sha256').update(`api key ${secret}`).digest('base64url');

interface Found {
  readonly sid: string;
  readonly asdeporteid: string;
  readonly organizationid: number | string;
  readonly secret_hash: string;
  readonly former_hash: string | null;
  /** Seconds for which the former secret still works. */
  readonly former_left: number;
}
const findSql = `
  select a.sid, u.asdeporteid, k.organizationid, a.secret_hash, a.former_hash, coalesce(extract(epoch from a.former_until - now()), 0)::float8 as former_left
    from auth_api_keys a join api_keys k on k.api_keyid = a.api_keyid join users u on u.userid = k.userid
   where a.api_keyid = $1 and k.status = 'active' and k.deleted_at is null and k.expires_at > now()`;
const useSql = 'update api_keys set last_used_at = now(), last_used_ip = $2 where api_keyid = $1';

const isSame = (left: string, right: string | null): boolean =>
  right !== null && left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** A verifier that also says whose secret it has verified a moment ago. */
export interface KeyVerifier extends TokenVerifier {
  /** The API key of a header, null when it is none or its secret was not verified in the last minute; asks no database. */
  readonly keyOf: (header: string | undefined) => number | null;
}

/** Verifies bearers that are secrets of API keys, and leaves all others to the tokens of the authentication site. */
export const createKeyVerifier = (pool: pg.Pool, tokens: TokenVerifier): KeyVerifier => {
  const known = new Map<string, { readonly bearer: Bearer; readonly until: number }>();

  const find = async (id: number, hash: string): Promise<Bearer> => {
    const {
      rows: [found],
    } = await pool.query<Found>({ name: 'd_api_key', text: findSql, values: [id] });
    const isPresent = found !== undefined && isSame(hash, found.secret_hash);
    const isFormer = found !== undefined && found.former_left > 0 && isSame(hash, found.former_hash);
    if (!found || !(isPresent || isFormer)) throw new InvalidBearer('the API key is not valid');
    const bearer = { asdeporteId: found.asdeporteid, sid: found.sid, org: Number(found.organizationid) };
    const forMs = isPresent ? rememberedMs : Math.min(rememberedMs, found.former_left * 1000);
    known.set(hash, { bearer, until: Date.now() + forMs });
    if (known.size > mostRemembered) known.delete(known.keys().next().value ?? hash);
    return bearer;
  };

  return {
    keyOf: (header) => {
      const [, secret, id] = form.exec(header ?? '') ?? [];
      return secret !== undefined && known.has(apiKeyHash(secret)) ? Number(id) : null;
    },
    verifyBearer: async (header, ip) => {
      const [, secret, id] = form.exec(header ?? '') ?? [];
      if (secret === undefined) return tokens.verifyBearer(header);
      const hash = apiKeyHash(secret);
      const hit = known.get(hash);
      if (hit && hit.until > Date.now()) return hit.bearer;
      known.delete(hash);
      const bearer = await find(Number(id), hash);
      await pool.query({ name: 'd_api_key_used', text: useSql, values: [Number(id), ip ?? null] });
      return bearer;
    },
  };
};

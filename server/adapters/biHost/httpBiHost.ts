import { z } from 'zod';
import type { BiDashboard } from '@/domain/reports/biFigures';
import { DomainError } from '../../kernel/DomainError';
import { outsideService } from '../outsideService';
import type { BiHost, BiViewer } from './BiHost';
import { signBiToken } from './biToken';

const answerMs = 10_000,
  listMs = 60_000,
  lookMs = 120_000;
const mostDashboards = 100;
const answer = z.object({
  dashboards: z
    .array(
      z.object({ id: z.string().regex(/^[\w-]{1,80}$/), title: z.string().min(1).max(120), description: z.string().max(300).nullish() }),
    )
    .max(mostDashboards),
});

/** The host is unavailable or breaks the protocol. */
const unavailable = (): DomainError => new DomainError('BI_HOST_UNAVAILABLE');

/**
 * A host behind an address such as `https://key-id:signing-secret@bi.example.com/v1`.
 *
 * `GET {address}/dashboards` with a token as bearer answers `{ dashboards: [{ id, title, description? }] }`; `{address}/embed/{id}?token=...` is the page of one, for a frame. Tokens are JWT signed with
 * HS256: `kid` is the key id, `iss` this server, `aud` the origin of the host, `sub` the person, `scope` the rows they may see, `contact` whether with contact data, `locale` their language, and `dashboard`
 * the one that an embedded page is for. The host refuses what has expired.
 */
export const httpBiHost = (address: string, publicOrigin: string): BiHost => {
  const { origin, base, user, secret, ask } = outsideService(address);
  const signer = { keyId: user, secret, issuer: publicOrigin, audience: origin };
  const list = async (viewer: BiViewer): Promise<readonly BiDashboard[]> => {
    const bearer = await signBiToken(signer, viewer, new Date(Date.now() + listMs));
    try {
      const response = await ask('/dashboards', {
        bearer,
        answerMs,
        headers: { accept: 'application/json', 'accept-language': viewer.locale },
      });
      if (!response.ok) throw unavailable();
      return answer.parse(await response.json()).dashboards.map(({ id, title, description = null }) => ({ id, title, description }));
    } catch {
      throw unavailable();
    }
  };
  return {
    dashboards: async (viewer) => ({ host: 'remote', dashboards: await list(viewer) }),
    embed: async (viewer, id) => {
      if (!(await list(viewer)).some((dashboard) => dashboard.id === id)) return null;
      const expires = new Date(Math.floor((Date.now() + lookMs) / 1000) * 1000);
      const url = new URL(`${base}/embed/${encodeURIComponent(id)}`);
      url.searchParams.set('token', await signBiToken(signer, viewer, expires, id));
      return { url: url.href, expires_at: expires.toISOString() };
    },
  };
};

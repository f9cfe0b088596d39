import createClient, { type Client } from 'openapi-fetch';
import type { paths as EventPaths } from './types/event.js';
import type { paths as FmtriPaths } from './types/fmtri.js';
import type { paths as GeneralPaths } from './types/general.js';
import type { paths as InscriptionPaths } from './types/inscription.js';
import type { paths as KitsPaths } from './types/kits.js';
import type { paths as OrganizationPaths } from './types/organization.js';
import type { paths as TyrPaths } from './types/tyr.js';
import type { paths as UserPaths } from './types/user.js';

export interface DorsalOptions {
  /** Address of the server, such as `https://races.example`. */
  readonly host: string;
  /** Secret of an API key. */
  readonly apiKey: string;
  /** Language of names and messages. */
  readonly locale?: 'es' | 'en';
  /** How often a request is sent again when the server asks to wait (429, 503). */
  readonly retries?: number;
}
/** The services of a Dorsal server, each with the paths of its OpenAPI document. */
export interface Dorsal {
  readonly event: Client<EventPaths>;
  readonly fmtri: Client<FmtriPaths>;
  readonly general: Client<GeneralPaths>;
  readonly inscription: Client<InscriptionPaths>;
  readonly kits: Client<KitsPaths>;
  readonly organization: Client<OrganizationPaths>;
  readonly tyr: Client<TyrPaths>;
  readonly user: Client<UserPaths>;
}
/** What a request answers: data, or the refusal of the server. */
interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

const busy: ReadonlySet<number> = new Set([429, 503]);
const usualRetries = 4,
  firstPauseMs = 500,
  longestPauseMs = 30_000;

/** A request that the server refused. `code` is stable; `message` is in the language of the client. */
export class DorsalError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** What docs/errors.md lists, such as `BIB_TAKEN`; empty where the answer was not from Dorsal. */
  readonly code: string;
  /** The fields that were refused, with the reason of each. */
  readonly errors: readonly { readonly path: string; readonly code: string; readonly message: string }[];

  constructor(status: number, body: unknown) {
    const { message, code, errors }: { message?: unknown; code?: unknown; errors?: unknown } =
      typeof body === 'object' && body !== null ? body : {};
    super(typeof message === 'string' ? message : `status ${status}`);
    this.name = 'DorsalError';
    this.status = status;
    this.code = typeof code === 'string' ? code : '';
    this.errors = Array.isArray(errors) ? errors : [];
  }
}

/** The data of an answer; throws `DorsalError` where the server refused. */
export const dataOf = <T>({ data, error, response }: Answer<T>): T => {
  if (error !== undefined || data === undefined) throw new DorsalError(response.status, error);
  return data;
};

/** Sends a request again when the server is busy, after the time that it asks for. */
const patientFetch =
  (retries: number) =>
  async (request: Request): Promise<Response> => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(request.clone());
      if (attempt >= retries || !busy.has(response.status)) return response;
      await response.body?.cancel();
      const asked = Number(response.headers.get('retry-after')) * 1000;
      const pauseMs = Math.min(asked > 0 ? asked : firstPauseMs * 2 ** attempt, longestPauseMs);
      await new Promise((done) => setTimeout(done, pauseMs));
    }
  };

/** A client of a Dorsal server that signs its requests with an API key. */
export const createDorsal = ({ host, apiKey, locale = 'es', retries = usualRetries }: DorsalOptions): Dorsal => {
  const options = (
    service: string,
  ): { baseUrl: string; headers: Record<string, string>; fetch: (request: Request) => Promise<Response> } => ({
    baseUrl: `${host.replace(/\/$/, '')}/v2/${service}`,
    headers: { authorization: `Bearer ${apiKey}`, 'accept-language': locale },
    fetch: patientFetch(retries),
  });
  return {
    event: createClient<EventPaths>(options('event')),
    fmtri: createClient<FmtriPaths>(options('fmtri')),
    general: createClient<GeneralPaths>(options('general')),
    inscription: createClient<InscriptionPaths>(options('inscription')),
    kits: createClient<KitsPaths>(options('kits')),
    organization: createClient<OrganizationPaths>(options('organization')),
    tyr: createClient<TyrPaths>(options('tyr')),
    user: createClient<UserPaths>(options('user')),
  };
};

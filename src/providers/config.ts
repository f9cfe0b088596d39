/** The configuration for the page in `/config.js`, which is loaded before any module runs. */
export interface Config {
  /** Where the v2 services are; empty for this very origin. */
  readonly host: string;
  /** Base address of the authentication site. */
  readonly auth: string;
  /** The page where people manage their account; empty when the authentication site has none. */
  readonly account: string;
  /** Appended to the text of `/api/authenticate` to form the bearer. A marker, not a secret. */
  readonly tokenSuffix: string;
  /** Where errors and replays are sent; nowhere when empty. */
  readonly sentryDsn: string;
  readonly environment: string;
  /** Seconds between reads of the session; 0 for none. */
  readonly sessionPollSeconds: number;
  /** Whether it is also read while the browser reports that it is offline. */
  readonly sessionPollOffline: boolean;
  /** Script-visible cookies of an older sign-in scheme, removed at the start. */
  readonly leftoverCookies: readonly string[];
  /** The search client: its public application id and key, and where it sends its queries; by default where the services are. */
  readonly search: { readonly appId: string; readonly key: string; readonly host: string };
}
declare global {
  interface Window {
    readonly __DORSAL__?: Partial<Config>;
  }
}

const defaults: Config = {
  host: '',
  auth: '/api/auth',
  account: '',
  tokenSuffix: '.dorsal',
  sentryDsn: '',
  environment: 'development',
  sessionPollSeconds: 0,
  sessionPollOffline: false,
  leftoverCookies: [],
  search: { appId: 'dorsal', key: 'public', host: '' },
};
/** Configuration of this page. */
export const readConfig = (given: Partial<Config> | undefined = globalThis.window?.__DORSAL__): Config => {
  const present = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined && value !== null));
  const config: Config = { ...defaults, ...present };
  return { ...config, host: config.host.replace(/\/$/, '') };
};
/** The home path of the product, the inbox, and the path for people without an organization. */
export const places = { home: '/home', inbox: '/inbox', newOrganization: '/organizations/new-organization' } as const;
/** Paths that need no sign-in. Only the path is checked, never the query. */
export const isFollowup = (pathname: string): boolean => pathname.includes('followup');

import type { DataProviders } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import type { Registry } from '@/schema';
import { createLeave, type Leave } from './auth/createLeave';
import { isFollowup, places, readConfig, type Config } from './config';
import { createQueryClient } from './createQueryClient';
import { createDataProviders } from './data/createDataProviders';
import type { FailureWords } from './http/toHttpError';
import { identify, reportError, reportFailure } from './errorReporting';
import { createHttp, type Http } from './http/createHttp';
import { defaultLanguage, sharedNamespaces, startI18n } from './i18n/i18n';
import { languageStore } from './i18n/languageStore';
import { createLive, type Live } from './live/createLive';
import { createOrganizationQueries, isRefusal } from './organization/organizationQueries';
import { createOrganizationStore, type OrganizationStore } from './organization/createOrganizationStore';
import { createSessionClient, type SessionClient } from './session/sessionClient';
import { createTokenManager, fetchTokenText, type TokenManager } from './session/tokenManager';

/** Everything that communicates outside the page, created once at the start. */
export interface Services {
  readonly config: Config;
  readonly registry: Registry;
  readonly session: SessionClient;
  readonly tokens: TokenManager;
  readonly leave: Leave;
  readonly http: Http;
  readonly i18n: I18n;
  /** First segments of keys that are namespaces. */
  readonly namespaces: ReadonlySet<string>;
  readonly queryClient: QueryClient;
  readonly dataProviders: DataProviders;
  readonly organization: OrganizationStore;
  /** What others change, while the page is visible. */
  readonly live: Live;
  /** Navigation of the router, which is created after the services; false when the person stayed because of unsaved input. */
  readonly navigation: { go: (path: string) => Promise<boolean> };
}

const failureWords = (i18n: I18n): FailureWords => ({
  get network() {
    return i18n.t('networkError', { ns: 'common' });
  },
  report: (id) => i18n.t('reportedAs', { ns: 'common', id }),
});

/** Reports errors. Missing permissions are not errors. */
const noteFailure = (error: unknown): void => {
  if (!isRefusal(error)) reportError(error);
};

/** Reports name the person as soon as they are known. */
const identifyPerson = (session: SessionClient): void => {
  let last: string | null = null;
  session.subscribe(() => {
    const id = session.getState().session?.user.asdeporteId ?? null;
    if (id !== last) identify(id);
    last = id;
  });
};

/** Finds out who the person is and their organizations without waiting for the first screen to load. */
const startEarly = async (session: SessionClient, organization: OrganizationStore, leave: Leave): Promise<void> => {
  const { session: found, status } = await session.ready();
  if (found) await organization.load(found.user.asdeporteId);
  else if (status === 'unauthenticated' && !isFollowup(location.pathname)) leave.toLogin();
};

/** Connects the providers. The session is requested first, so that its answer arrives while translations are loading. */
export const createServices = async (registry: Registry, config: Config = readConfig()): Promise<Services> => {
  const session = createSessionClient({
    auth: config.auth,
    pollSeconds: config.sessionPollSeconds,
    pollOffline: config.sessionPollOffline,
    leftovers: config.leftoverCookies,
    isPublic: () => isFollowup(location.pathname),
  });
  identifyPerson(session);
  session.start();
  const askToken = fetchTokenText(config.host);
  const fetchText = async () => {
    const answer = await askToken();
    if (session.getState().session?.seeing) void session.getSession(); // a look that the server has ended gives a token of the person again
    return answer;
  };
  const tokens = createTokenManager({ fetchText, suffix: config.tokenSuffix });
  const i18n = await startI18n({ language: languageStore.get().lang });
  if (!i18n.hasResourceBundle(defaultLanguage, 'common')) throw new Error('the words of the product did not arrive');
  const http = createHttp({ tokens, language: () => i18n.language, words: failureWords(i18n), onFailure: reportFailure });
  const queryClient = createQueryClient();
  const navigation: Services['navigation'] = { go: async () => true };
  const organization = createOrganizationStore({
    queries: createOrganizationQueries(config.host, http),
    session,
    tokens,
    onChange: () => queryClient.clear(),
    goHome: () => navigation.go(places.home),
    note: noteFailure,
  });
  const leave = createLeave(session);
  void startEarly(session, organization, leave);
  return {
    config,
    registry,
    session,
    tokens,
    leave,
    http,
    i18n,
    queryClient,
    organization,
    navigation,
    namespaces: new Set<string>([...sharedNamespaces, ...registry.all.map(({ name }) => name)]),
    dataProviders: createDataProviders(config.host, http, registry),
    live: createLive({ http, host: config.host, isHidden: () => session.getState().session?.seeing != null }),
  };
};

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import statics from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config';
import { notFound } from './kernel/DomainError';
import { locales, readWords } from './kernel/messages';

export interface ClientFiles {
  /** Where the built client is. Its absence is no error, because the server is useful without it. */
  readonly clientDir: string;
  readonly localesDir: string;
  /** Folders with the texts of plugins. */
  readonly addedLocales?: readonly string[];
}

/** What the page needs before any module runs. */
const pageConfig = (config: Config, origin: string): string => {
  const {
    tokenSuffix,
    sentryDsn,
    sentryEnvironment,
    searchHost,
    searchAppId,
    searchKey,
    sessionPollSeconds,
    sessionPollOffline,
    leftoverCookies,
  } = config;
  const auth = config.authOrigin === config.publicOrigin ? '/api/auth' : `${config.authOrigin}/api/auth`;
  const values = {
    host: '',
    auth,
    account: config.accountLink,
    tokenSuffix,
    sentryDsn: sentryDsn ?? '',
    environment: sentryEnvironment,
    sessionPollSeconds,
    sessionPollOffline,
    leftoverCookies,
    search: { appId: searchAppId, key: searchKey, host: searchHost ?? origin },
  };
  return `window.__DORSAL__ = ${JSON.stringify(values).replaceAll('<', '\\u003c')};\n`;
};

const isPage = (method: string, url: string, accept: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(v2|api|locales|assets)\//.test(url) && (accept ?? '').includes('text/html');

const wordsAge = 'public, max-age=300';
/** Namespaces to which plugins add texts, merged once. */
const addedWords = (app: FastifyInstance, localesDir: string, addedLocales: readonly string[]): void => {
  for (const locale of locales) {
    const added = readWords(addedLocales, locale);
    for (const [namespace, words] of readWords([localesDir, ...addedLocales], locale))
      if (added.has(namespace))
        app.get(`/locales/${locale}/${namespace}.json`, (_request, reply) => reply.header('cache-control', wordsAge).send(words));
  }
};

/** The built client with its fallback for addresses inside the app, its configuration and its texts. */
export const clientRoutes = (app: FastifyInstance, config: Config, { clientDir, localesDir, addedLocales = [] }: ClientFiles): void => {
  const index = join(clientDir, 'index.html');
  const page = existsSync(index) ? readFileSync(index, 'utf8') : null;

  app.get('/config.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(pageConfig(config, config.publicOrigin)),
  );
  void app.register(async (scope) => {
    await scope.register(compress, { global: true, threshold: 1024 });
    if (addedLocales.length > 0) addedWords(scope, localesDir, addedLocales);
    await scope.register(statics, {
      root: localesDir,
      prefix: '/locales/',
      decorateReply: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply) => void reply.setHeader('cache-control', wordsAge),
    });
    if (!page) return;
    await scope.register(statics, {
      root: clientDir,
      prefix: '/',
      wildcard: false,
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz'],
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.setHeader('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    });
  });
  app.setNotFoundHandler((request, reply) => {
    if (!page || !isPage(request.method, request.url, request.headers.accept)) throw notFound();
    if (/^[^?#]*followup/.test(request.url)) reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer');
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
};

import type { Config } from './config';

type Sentry = typeof import('@sentry/react');
let loading: Promise<Sentry> | null = null;

/** Sends errors and replays to the configured service; without an address it loads nothing and sends nothing. */
export const startErrorReporting = ({ sentryDsn, environment }: Pick<Config, 'sentryDsn' | 'environment'>): void => {
  if (!sentryDsn || loading) return;
  loading = import('@sentry/react').then((sentry) => {
    sentry.init({
      dsn: sentryDsn, environment, tracesSampleRate: 1, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1,
      integrations: [sentry.browserTracingIntegration(), sentry.replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true })],
    });
    return sentry;
  });
  loading.catch(() => {
    loading = null; // a blocked download must not break the page it watches over
  });
};

/** Notes an error and answers the id under which it may be asked about. */
export const reportError = (error: unknown): string => {
  const id = crypto.randomUUID().slice(0, 8);
  console.error(id, error);
  void loading?.then((sentry) => sentry.captureException(error, { tags: { report: id } })).catch(() => undefined);
  return id;
};

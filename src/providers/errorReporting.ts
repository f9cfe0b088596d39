import type { Config } from './config';
import type { ApiError } from './http/toHttpError';
import { withoutContact } from './withoutContact';

type Sentry = typeof import('@sentry/react');
type Job = (sentry: Sentry) => void;
const mostWaiting = 20;
let loading: Promise<Sentry> | null = null;
let waiting: readonly Job[] = [];

/** Errors before the service is loaded are reported once it is. */
const tell = (job: Job): void => {
  if (loading) void loading.then(job).catch(() => undefined);
  else waiting = [...waiting, job].slice(-mostWaiting);
};

/** Sends errors and replays to the configured service, without contact data; without an address it loads and sends nothing. */
export const startErrorReporting = ({ sentryDsn, environment }: Pick<Config, 'sentryDsn' | 'environment'>): void => {
  if (!sentryDsn || loading) return;
  loading = import('@sentry/react').then((sentry) => {
    sentry.init({
      dsn: sentryDsn,
      environment,
      tracesSampleRate: 1,
      replaysSessionSampleRate: 0.1,
      replaysOnErrorSampleRate: 1,
      sendDefaultPii: false,
      integrations: [
        sentry.browserTracingIntegration(),
        sentry.replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true }),
      ],
      beforeSend: withoutContact,
      beforeSendTransaction: withoutContact,
      beforeBreadcrumb: withoutContact,
    });
    return sentry;
  });
  loading.catch(() => {
    loading = null; // a blocked download must not break the page
  });
  const early = waiting;
  waiting = [];
  early.forEach(tell);
};

/** Sets the person of these reports: a number, never a name or an address; none with null. */
export const identify = (id: string | null): void => tell((sentry) => sentry.setUser(id === null ? null : { id }));

/** Reports an error and answers its id for support. */
export const reportError = (error: unknown): string => {
  const id = crypto.randomUUID().slice(0, 8);
  console.error(id, error);
  tell((sentry) => sentry.captureException(error, { tags: { report: id } }));
  return id;
};

/** Reports a failure of the server under the id that its log has and the person sees. */
export const reportFailure = (error: ApiError): void =>
  tell((sentry) =>
    sentry.captureException(error, {
      tags: { status: error.statusCode, ...(error.code && { code: error.code }), ...(error.requestId && { request: error.requestId }) },
    }),
  );

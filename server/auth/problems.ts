/** The sign-in errors of the specification; each appears as `error` in the address that an answer redirects to. */
export const signInErrors = [
  'MISSING_NEXTAUTH_API_ROUTE_ERROR',
  'NO_SECRET',
  'CALLBACK_CREDENTIALS_HANDLER_ERROR',
  'EMAIL_REQUIRES_ADAPTER_ERROR',
  'MISSING_ADAPTER_METHODS_ERROR',
  'CALLBACK_CREDENTIALS_JWT_ERROR',
  'INVALID_CALLBACK_URL_ERROR',
  'OAuthCallbackError',
  'AccountNotLinkedError',
  'UnknownError',
] as const;
export type SignInError = (typeof signInErrors)[number];

/** A sign-in that failed for a known reason. */
export class Problem extends Error {
  constructor(
    readonly code: SignInError,
    cause?: unknown,
  ) {
    super(code, { cause });
  }
}

const undefinedTable = '42P01',
  undefinedColumn = '42703',
  undefinedFunction = '42883';
const storeLacks = new Set<unknown>([undefinedTable, undefinedColumn, undefinedFunction]);

/** The name of a failure: its own, that of a database without the tables of the site, or that of the failed step. */
export const problemOf = (error: unknown, step: SignInError): SignInError => {
  if (error instanceof Problem) return error.code;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return storeLacks.has(code) ? 'MISSING_ADAPTER_METHODS_ERROR' : step;
};

/** Problems of this site rather than of the person: they get the request id to report. */
export const isReported = (error: string): boolean =>
  error !== 'INVALID_CALLBACK_URL_ERROR' && error !== 'AccountNotLinkedError' && signInErrors.some((each) => each === error);

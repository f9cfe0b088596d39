/** The sign-in errors of the specification; each stands in the `error` of the address that an answer leads to. */
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

/** A sign-in that cannot go on, for a reason that has a name. */
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

/** The name of a failure: its own, that of a database without what the site needs, or the one of the step that failed. */
export const problemOf = (error: unknown, step: SignInError): SignInError => {
  if (error instanceof Problem) return error.code;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return storeLacks.has(code) ? 'MISSING_ADAPTER_METHODS_ERROR' : step;
};

/** Problems of this site rather than of who signs in: people are given the number of the request to report. */
export const isReported = (error: string): boolean =>
  error !== 'INVALID_CALLBACK_URL_ERROR' && error !== 'AccountNotLinkedError' && signInErrors.some((each) => each === error);

import { isAway, isFull } from '../database/faults';
import { DomainError } from './DomainError';
import type { Translate } from './messages';

/** What leaves the server when something went wrong. */
export interface WireError {
  readonly statusCode: number;
  readonly message: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}
interface Known {
  readonly statusCode?: unknown;
  readonly key?: unknown;
}

const keyOfStatus: Readonly<Record<number, string>> = {
  400: 'errors.invalid',
  401: 'errors.unauthenticated',
  403: 'errors.forbidden',
  404: 'errors.notFound',
  406: 'errors.invalid',
  413: 'errors.tooLarge',
  415: 'errors.invalid',
  429: 'errors.tooMany',
};

interface Fault {
  readonly statusCode: 503 | 507;
  readonly key: string;
}
/** What the surroundings of the server failed at, which passes: nobody asked for something wrong. */
export const faultOf = (error: unknown): Fault | null =>
  isAway(error) ? { statusCode: 503, key: 'errors.away' } : isFull(error) ? { statusCode: 507, key: 'errors.diskFull' } : null;

/** An expected refusal in the language of the request; anything else becomes an anonymous failure. */
export const presentError = (error: unknown, translate: Translate, locale: string): WireError => {
  if (error instanceof DomainError)
    return {
      statusCode: error.statusCode,
      message: translate(error.key, locale, error.params),
      errors: error.errors.map(({ path, message, params }) => ({ path, message: translate(message, locale, params) })),
    };
  const fault = faultOf(error);
  if (fault) return { statusCode: fault.statusCode, message: translate(fault.key, locale), errors: [] };
  const { statusCode, key } = (typeof error === 'object' && error !== null ? error : {}) as Known;
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499)
    return { statusCode: 500, message: translate('errors.internal', locale), errors: [] };
  return {
    statusCode,
    message: translate(typeof key === 'string' ? key : (keyOfStatus[statusCode] ?? 'errors.invalid'), locale),
    errors: [],
  };
};

import { errorCodes } from '@/schema/errorCodes';
import { isOneOf, partOf, statusOf } from '@/schema/unknown';
import type { EntryRefusal } from './waitingQueue';

const failures = 500;
/** Refusals of the moment: the same request can succeed later. */
const passing = [errorCodes.UNAUTHENTICATED, errorCodes.BODY_TOO_SLOW, errorCodes.TOO_MANY_REQUESTS];
const passingCodes = ['CROWDED', 'BUSY', 'UNCERTAIN'];

/** Whether a request failed for now, so that what it sent is kept and sent again; other failures are answers. */
export const isPassing = (error: unknown): boolean => {
  const status = statusOf(error) ?? 0;
  return status === 0 || status >= failures || isOneOf<number>(passing, status) || isOneOf<unknown>(passingCodes, partOf(error, 'code'));
};
/** Why the server did not accept a request. */
export const refusalOf = (error: unknown): EntryRefusal => {
  const code = partOf(error, 'code');
  return { code: typeof code === 'string' ? code : '', message: String(partOf(error, 'message') ?? '') };
};

import { partOf, textIn } from '@/schema/unknown';
/**
 * Error codes of a database that ends a connection, starts, stops or has no connection left, and of a read-only server that replaced the
 * writable one.
 */
const goneStates: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006']);
/** Error codes of the network when nobody answers at an address. */
const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The library has no codes for these. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/;

const describe = (error: unknown): { readonly code: string; readonly message: string } => {
  return { code: textIn(partOf(error, 'code')) ?? '', message: textIn(partOf(error, 'message')) ?? '' };
};

/** The code of an error of the database or the system; empty when it has none. */
export const codeOf = (error: unknown): string => describe(error).code;

/** The message of an error. */
export const messageOf = (error: unknown): string => describe(error).message;

/** The connection error that means that our protocol was wrong. */
const ourFault = '08P01';

/** Whether the database was unavailable, so that the same request may succeed in a moment. */
export const isAway = (error: unknown): boolean => {
  const { code, message } = describe(error);
  return goneStates.has(code) || (code.startsWith('08') && code !== ourFault) || unreachable.has(code) || lostConnection.test(message);
};

/** The code of PostgreSQL for a full disk. */
export const diskFull = '53100';
const fullCodes: ReadonlySet<string> = new Set([diskFull, 'ENOSPC', 'EDQUOT']);
const readOnlyCodes: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Whether the disk was full. */
export const isFull = (error: unknown): boolean => fullCodes.has(codeOf(error));

/** Whether a folder or file may not be written. */
export const isUnwritable = (error: unknown): boolean => readOnlyCodes.has(codeOf(error));

/**
 * Whether the embedded engine could not write its files. The code alone does not distinguish a read-only folder from a table without
 * permission.
 */
export const isDiskFault = (error: unknown): boolean => {
  const { code, message } = describe(error);
  return (
    code === diskFull ||
    /^could not .*: (No space left on device|Quota exceeded|File too large|Read-only file system|Permission denied|Operation not permitted|I\/O error)$/.test(
      message,
    )
  );
};

/** Whether the database stopped a statement because of its time limit. */
export const isTooSlow = (error: unknown): boolean => codeOf(error) === '57014';

/** Whether a lock was not released in time. */
export const isCrowded = (error: unknown): boolean => codeOf(error) === '55P03';

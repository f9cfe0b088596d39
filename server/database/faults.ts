/** What the database says when it ends a connection, starts, stops or has no connection left, and when a server that takes no writes stands where the one that does was. */
const goneStates: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006']);
/** What the network says when nobody answers at an address. */
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

interface Described {
  readonly code?: unknown;
  readonly message?: unknown;
}
const describe = (error: unknown): { readonly code: string; readonly message: string } => {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as Described;
  return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' };
};

/** The code that the database or the system gave an error; empty where it has none. */
export const codeOf = (error: unknown): string => describe(error).code;

/** What an error says. */
export const messageOf = (error: unknown): string => describe(error).message;

/** Of the states of a connection, the one that says that we spoke wrongly. */
const ourFault = '08P01';

/** Whether the database was not there to do what was asked, so that the same may go well in a moment. */
export const isAway = (error: unknown): boolean => {
  const { code, message } = describe(error);
  return goneStates.has(code) || (code.startsWith('08') && code !== ourFault) || unreachable.has(code) || lostConnection.test(message);
};

/** How PostgreSQL says that a disk is full. */
export const diskFull = '53100';
const fullCodes: ReadonlySet<string> = new Set([diskFull, 'ENOSPC', 'EDQUOT']);
const readOnlyCodes: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Whether the disk took no more. */
export const isFull = (error: unknown): boolean => fullCodes.has(codeOf(error));

/** Whether a folder or file may not be written. */
export const isUnwritable = (error: unknown): boolean => readOnlyCodes.has(codeOf(error));

/** Whether the embedded engine says that its files could not be written: the code alone would not tell a folder that is read-only from a table that somebody may not read. */
export const isDiskFault = (error: unknown): boolean => {
  const { code, message } = describe(error);
  return (
    code === diskFull ||
    /^could not .*: (No space left on device|Quota exceeded|File too large|Read-only file system|Permission denied|Operation not permitted|I\/O error)$/.test(
      message,
    )
  );
};

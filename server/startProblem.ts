import { resolve } from 'node:path';
import { UnknownStorage } from './adapters/objectStorage/ObjectStorage';
import { ConfigError } from './config';
import { DatabaseError } from './database/DatabaseError';
import { PluginError } from './plugins/PluginError';
import { isAway, isDiskFault, isFull, isUnwritable } from './database/faults';

const causes = (error: unknown): readonly unknown[] =>
  error instanceof Error && error.cause !== undefined ? [error, ...causes(error.cause)] : [error];
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** On a read-only disk, creating a folder fails as if its parent did not exist. */
const isUnmakeable = (error: unknown): boolean => error instanceof Error && 'syscall' in error && error.syscall === 'mkdir';
const isReadOnly = (error: unknown): boolean =>
  isUnwritable(error) || isUnmakeable(error) || /Read-only file system|Permission denied|not permitted/.test(messageOf(error));

/** Why the start failed, as a sentence for the operator; null for an unexpected error. */
export const startProblem = (error: unknown, dataDir: string): string | null => {
  const fault = causes(error).find((each) => isFull(each) || isUnwritable(each) || isUnmakeable(each) || isDiskFault(each));
  if (fault !== undefined) {
    const folder = `The data folder ${resolve(dataDir)}`;
    return isReadOnly(fault)
      ? `${folder} cannot be written (${messageOf(fault)}). Let the user who runs Dorsal write there, or choose another folder with DATA_DIR.`
      : `${folder} is on a disk that is full (${messageOf(fault)}). Nothing that was saved is lost. Free some space and start again, or choose another folder with DATA_DIR.`;
  }
  if ([ConfigError, DatabaseError, PluginError, UnknownStorage].some((kind) => error instanceof kind)) return messageOf(error);
  if (isAway(error)) return `The database went away while Dorsal started (${messageOf(error)}). Start again when it is back.`;
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' ? error.message : null;
};

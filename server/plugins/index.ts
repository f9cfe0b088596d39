/** What the server side of a plugin imports: `@server/plugins`. */
export { updateRow } from '../api/write/columns';
export { addBeside, changeBeside } from '../api/write/beside';
export type { NewObject, ObjectStorage, StorageFactory } from '../adapters/objectStorage/ObjectStorage';
export type { DueLetter, LetterTemplate } from '../features/letters/addedLetters';
export { defineHooks } from '../kernel/defineHooks';
export { conflict, DomainError, invalid, notFound } from '../kernel/DomainError';
export type { Transaction } from '../kernel/transaction';
export { queryRows } from './queryRows';
export { defineServerPlugin, type ServerPlugin } from './ServerPlugin';

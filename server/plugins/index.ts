/** What the server side of a plugin imports: `@server/plugins`. */
export { updateRow } from '../api/write/columns';
export { createAudited, updateAudited } from '../api/write/audited';
export type { NewObject, ObjectStorage, StorageFactory } from '../adapters/objectStorage/ObjectStorage';
export type { DueLetter, LetterTemplate } from '../features/letters/addedLetters';
export { defineHooks } from '../kernel/defineHooks';
export { conflict, DomainError, invalid, notFound } from '../kernel/DomainError';
export { columnsOf, orNull } from '../kernel/columnsOf';
export { execute, exists, select, selectAll, selectOne, value } from '../kernel/select';
export { sql } from '../kernel/sql';
export type { Transaction } from '../kernel/transaction';
export { defineServerPlugin, type ServerPlugin } from './ServerPlugin';

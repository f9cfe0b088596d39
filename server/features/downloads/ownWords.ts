import { fileURLToPath } from 'node:url';
import { createTranslate, type Translate } from '../../kernel/messages';

let read: Translate | undefined;
/** The words of the product, for hooks; they are read when they are first needed. */
export const ownWords: Translate = (...asked) =>
  (read ??= createTranslate(fileURLToPath(new URL('../../../locales', import.meta.url))))(...asked);

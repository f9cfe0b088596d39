import type { Transaction } from '../../../kernel/transaction';
import type { Translate } from '../../../kernel/messages';
import { byteOrderMark, csvLine } from './csv';
import { mayFill, type Importable } from './Importable';
import { labelOf } from './judgeMapping';

/** What the columns of a file to fill in are called: the fields that the person may fill, by their words. A field that has parts comes by them. */
export const templateColumns = (tx: Transaction, importable: Importable, translate: Translate): readonly string[] =>
  importable.target.fields
    .filter(({ name }) => name !== 'name' && mayFill(tx.grants, importable, name, 'add'))
    .map(({ name }) => translate(labelOf(importable, name).key, tx.locale));

/** A file to fill in. */
export const templateCsv = (columns: readonly string[]): string => byteOrderMark + csvLine(columns);

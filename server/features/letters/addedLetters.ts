import type { Attachment, Mail } from '../../adapters/mail/Mail';
import type { ApiDeps } from '../../kernel/ApiDeps';
import type { Locale, Translate } from '../../kernel/messages';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { isOneOf } from '@/schema/unknown';
import { recordLetterKinds } from '@/domain/letterTexts';
import { ownTexts } from './compose';
import { ownTextOf, type TextOwner } from './ownTextOf';
import { handOver, type Mailed, type Outcome } from './sendLetters';
import { giveBackLost, noteSettled, noteTaken } from './underWay';

/** A letter that is due, as a plugin answered it. */
export interface DueLetter {
  /** The record of the plugin that the letter is about. */
  readonly id: number;
  readonly to: string;
  readonly locale: Locale;
  /** Which letter of this kind about the record it is, where there can be more than one: providers send the same letter once. */
  readonly round?: string;
  /** The values for the names in braces. */
  readonly says: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
  /** Whose text it has, if there is one; that of the company that runs the platform where nothing is said. */
  readonly owner?: TextOwner;
}
/** A kind of letter of a plugin: its texts, which of its records are due, and what happens to them. */
export interface LetterTemplate {
  readonly name: string;
  /** The key of its `subject` and its `text`: `race_photos.letters.published`. */
  readonly words: string;
  /** Takes letters that are due and marks them as taken, so that no other process and no later run takes them too. */
  readonly take: (tx: Transaction, most: number) => Promise<readonly DueLetter[]>;
  /** Stores the outcome of one letter. */
  readonly settle: (tx: Transaction, id: number, outcome: Outcome) => Promise<void>;
}

const batchSize = 10;

/**
 * Sends the letters of plugins that are due, outside any transaction, like the letters of the product. One that a process took and never
 * settled is taken once more.
 */
export const sendAddedLetters = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'> & { readonly translate: Translate },
  mail: Mail,
  templates: readonly LetterTemplate[],
  isOver: () => boolean = () => false,
): Promise<Mailed> => {
  const failed: number[] = [];
  let sent = 0;
  for (const { name, words, take, settle } of templates) {
    const kind = name.replace('-', '_');
    await giveBackLost(deps, name, settle);
    for (let isStuck = false; !isStuck && !isOver();) {
      const due = await inSystemTransaction(deps, async (tx) => {
        const taken = await take(tx, batchSize);
        await noteTaken(
          tx,
          name,
          taken.map(({ id }) => id),
        );
        return taken;
      });
      for (const { id, to, locale, says, attachments, round, owner } of due) {
        const own = isOneOf(recordLetterKinds, kind) ? await inSystemTransaction(deps, (tx) => ownTextOf(tx, kind, locale, owner)) : null;
        const { subject, text } = own
          ? ownTexts(own, says)
          : { subject: deps.translate(`${words}.subject`, locale, says), text: deps.translate(`${words}.text`, locale, says) };
        const outcome = await handOver(mail, {
          to,
          subject,
          text,
          key: [name, id, round].filter(Boolean).join('-'),
          ...(attachments && { attachments }),
        });
        if ('sent' in outcome) sent += 1;
        else {
          failed.push(id);
          isStuck ||= !outcome.isForGood; // it waits again, and would be taken at once
        }
        await inSystemTransaction(deps, async (tx) => {
          await settle(tx, id, outcome);
          await noteSettled(tx, name, id);
        });
      }
      if (due.length < batchSize) break;
    }
  }
  return { sent, failed };
};

import type { LetterKind } from '@/resources/inscription_letters/inscription_letters';
import type { Attachment, Letter } from '../../adapters/mail/Mail';
import type { Translate } from '../../kernel/messages';
import { moneyIn, momentIn } from '../../kernel/regional';
import type { Transaction } from '../../kernel/transaction';
import { readBytes } from '../documents/documentBytes';
import type { LetterFacts } from './readFacts';

/** What is needed to compose a letter. */
export interface Composing {
  readonly tx: Transaction;
  readonly translate: Translate;
  /** Address where a registration is paid, with `{folio}` as the placeholder of its folio. */
  readonly paymentLink: string | undefined;
}
interface Made {
  readonly says?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
}
/** The contents of one kind of letter; `null` when there is nothing left to say. */
type Body = (facts: LetterFacts, composing: Composing) => Promise<Made | null>;

const wordsOf =
  ({ kind, locale }: LetterFacts, { translate }: Composing) =>
  (part: string, params: Readonly<Record<string, string>>): string =>
    translate(`inscription_letters.letters.${kind}.${part}`, locale, params);

/** How a held seat is paid: at an address of the site of the athletes, or with the organizer if there is none. */
const toPay = (facts: LetterFacts, composing: Composing): Made | null => {
  const { locale, timezone, folio, contact, due_cents, held_until } = facts,
    { translate, paymentLink } = composing;
  if (held_until === null) return null;
  const say = wordsOf(facts, composing);
  return {
    says: {
      amount: due_cents > 0 ? moneyIn(locale, due_cents) : translate('inscription_documents.proof.free', locale),
      until: momentIn(locale, timezone, held_until),
      how:
        paymentLink === undefined
          ? say('write', { contact, folio })
          : say('link', { link: paymentLink.replaceAll('{folio}', encodeURIComponent(folio)) }),
    },
  };
};

const bodies: Readonly<Record<LetterKind, Body>> = {
  proof: async ({ document }, { tx }) => {
    const content = document && (await readBytes(tx, document.sha256));
    return content ? { attachments: [{ filename: document.file, contentType: 'application/pdf', content }] } : null;
  },
  payment_declined: async (facts, composing) => (facts.isDeclined ? toPay(facts, composing) : null),
  seat_offered: async (facts, composing) => (facts.isOffered ? toPay(facts, composing) : null),
};

/** A letter with its present contents, in the language of its athlete; `null` when its subject is outdated, or it has no recipient. */
export const compose = async (facts: LetterFacts, composing: Composing): Promise<Letter | null> => {
  const { letterid, kind, email, name, event, distance, folio } = facts;
  const made = email ? await bodies[kind](facts, composing) : null;
  if (!email || !made) return null;
  const say = wordsOf(facts, composing),
    params = { name, event, distance, folio, ...made.says };
  return {
    to: email,
    subject: say('subject', params),
    text: say('text', params),
    key: `inscription-letter-${letterid}`,
    ...(made.attachments && { attachments: made.attachments }),
  };
};

import type { LetterKind } from '@/resources/inscription_letters/inscription_letters';
import type { Attachment, Letter } from '../../adapters/mail/Mail';
import type { Translate } from '../../kernel/messages';
import { moneyIn, momentIn } from '../../kernel/regional';
import type { Transaction } from '../../kernel/transaction';
import { readBytes } from '../documents/documentBytes';
import { signLinkOf } from '../signLinks/signLinks';
import type { LetterFacts } from './readFacts';

/** What is needed to compose a letter. */
export interface Composing {
  readonly tx: Transaction;
  readonly translate: Translate;
  /** Address where a registration is paid, with `{folio}` as the placeholder of its folio. */
  readonly paymentLink: string | undefined;
}
interface Made {
  /** Other texts than the usual ones of the kind. */
  readonly subject?: string;
  readonly text?: string;
  /** Paragraphs below the text. */
  readonly more?: readonly string[];
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

const attached = async ({ tx }: Composing, file: LetterFacts['document']): Promise<readonly Attachment[]> => {
  const content = file && (await readBytes(tx, file.sha256));
  return content ? [{ filename: file.file, contentType: 'application/pdf', content }] : [];
};
/** The proof, the signed waiver, or the link where the waiver is signed: whatever of these there is. The newest of them gives the subject. */
const composeProof: Body = async (facts, composing) => {
  const { inscriptionid, document, waiver, isNewWaiver, isUnsigned, isRepeated } = facts;
  const [proof, copy] = [await attached(composing, document), await attached(composing, waiver)];
  const link = isUnsigned ? signLinkOf(composing.tx, inscriptionid)?.address : undefined;
  if (proof.length === 0 && copy.length === 0 && !link) return null;
  const say = wordsOf(facts, composing),
    hasProof = proof.length > 0;
  const about = copy.length > 0 && (isNewWaiver || !hasProof) ? 'signed' : link && (isRepeated || !hasProof) ? 'unsigned' : null;
  return {
    attachments: [...proof, ...copy],
    ...(about && { subject: `${about}Subject` }),
    ...(!hasProof && { text: 'hello' }),
    more: [...(copy.length > 0 ? [say('signed', {})] : []), ...(link ? [say('unsigned', { link, folio: facts.folio })] : [])],
  };
};

const bodies: Readonly<Record<LetterKind, Body>> = {
  proof: composeProof,
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
    subject: say(made.subject ?? 'subject', params),
    text: [say(made.text ?? 'text', params), ...(made.more ?? [])].join('\n\n'),
    key: `inscription-letter-${letterid}`,
    ...(made.attachments?.length && { attachments: made.attachments }),
  };
};

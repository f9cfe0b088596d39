import type { DocumentKind } from '@/domain/registration/documentKinds';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Locale } from '../../kernel/messages';
import { readPicture } from './documentBytes';
import { drawEvidence } from './drawEvidence';
import { drawProof } from './drawProof';
import { drawReceipt } from './drawReceipt';
import { drawWaiver } from './drawWaiver';
import type { Head } from './Head';
import { readEvidence } from './readEvidence';
import { readProof } from './readProof';
import { readReceipt } from './readReceipt';
import { readWaiver } from './readWaiver';
import type { Reads } from './Reads';

/** The contents of a document, and the function that draws it once their fingerprint is known. */
export interface Prepared {
  readonly locale: Locale;
  readonly file: string;
  readonly facts: object;
  readonly draw: (content: string) => Promise<Buffer>;
}
/**
 * Reads the contents of a document. `asked` is the language of the person who asks: documents for the athlete use the athlete's
 * language, those that staff hands on use the language of the staff.
 */
type Kind = (tx: Reads, now: Inscription, asked: Locale) => Promise<Prepared>;

const named = ({ folio }: Head, kind: DocumentKind): string => `${folio}-${kind}.pdf`;

/** Every kind of document, from its data to its drawing. */
export const kinds: Readonly<Record<DocumentKind, Kind>> = {
  confirmation: async (tx, now) => {
    const proof = await readProof(tx, now);
    return {
      locale: proof.locale,
      file: `${proof.folio}${proof.number === null ? '' : `-${proof.number}`}.pdf`,
      facts: proof,
      draw: () => drawProof(proof),
    };
  },
  receipt: async (tx, now) => {
    const receipt = await readReceipt(tx, now);
    return {
      locale: receipt.head.locale,
      file: named(receipt.head, 'receipt'),
      facts: receipt,
      draw: (content) => drawReceipt(receipt, content),
    };
  },
  exoneration: async (tx, now) => {
    const waiver = await readWaiver(tx, now);
    const picture = waiver.image === undefined ? null : await readPicture(tx, waiver.image);
    return {
      locale: waiver.head.locale,
      file: named(waiver.head, 'exoneration'),
      facts: waiver,
      draw: (content) => drawWaiver(waiver, content, picture),
    };
  },
  evidence: async (tx, now, asked) => {
    const evidence = await readEvidence(tx, now, asked);
    return { locale: asked, file: named(evidence.head, 'evidence'), facts: evidence, draw: (content) => drawEvidence(evidence, content) };
  },
};

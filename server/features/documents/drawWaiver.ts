import { blocksOf } from './blocksOf';
import { facts, heading, paragraph, picture, type Flow } from './sheet/Flow';
import { momentOf, soft } from './sheet/Sheet';
import { writePages } from './sheet/writePages';
import type { Signature, Waiver } from './Waiver';

/** How a signature was made: with what, before whom, and how the text asks for it. */
export const wayOf = (flow: Flow, { channel, way }: Signature): string =>
  `${flow.say(`exoneration_signatures.choices.channel.${channel}`)} · ${flow.say(`exonerations.choices.require_signature.${way}`)}`;
export const signerOf = (flow: Flow, { signer_name, signer_type, relationship }: Signature): string =>
  `${signer_name} (${[flow.say(`exoneration_signatures.choices.signer_type.${signer_type}`), relationship].filter(Boolean).join(', ')})`;
export const editionOf = (flow: Flow, { title, revision }: Signature): string =>
  `${title} · ${flow.say('exoneration_signatures.fields.revision')} ${revision ?? '—'}`;

const signatureSize = { width: 200, height: 80 } as const;
/** Draws a signed waiver: first the text, below it the signers. */
export const drawWaiver = ({ head, signature, body_html }: Waiver, content: string, drawn: Buffer | null = null): Promise<Buffer> =>
  writePages(head, { title: 'inscription_documents.waiver.title', content }, (flow) => {
    const word = (name: string): string => flow.say(`inscription_documents.waiver.${name}`);
    facts(flow, [
      [word('athlete'), head.name],
      [word('folio'), head.folio],
      [word('number'), head.number],
      [word('organization'), head.legal_name ?? head.organization],
    ]);
    heading(flow, editionOf(flow, signature));
    for (const { text, isTitle, bullet } of blocksOf(body_html))
      paragraph(flow, text, { ...(isTitle && { bold: true, size: 10.5 }), bullet });
    heading(flow, word('signed'));
    if (drawn) picture(flow, drawn, signatureSize);
    facts(flow, [
      [word('signer'), signerOf(flow, signature)],
      [word('when'), signature.signed_at && momentOf(flow, signature.signed_at)],
      [word('how'), wayOf(flow, signature)],
      [word('witness'), signature.witness],
      [word('text'), signature.sha256],
    ]);
    paragraph(flow, word('fingerprint'), { size: 8, color: soft });
  });

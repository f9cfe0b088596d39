import { isAmong } from '@/domain/registration/lifecycle';
import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { createAudited } from '../../api/write/audited';
import type { KeptFile } from '../../api/files/keepFile';
import { readStored } from '../../api/list/stored';
import { notFound } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { documentChanges } from '../documents/documentChanges';
import { currentFile } from '../documents/currentFile';
import { readBytes } from '../documents/documentBytes';
import { issueDocument } from '../documents/issueDocument';
import { layDown, waitingFor } from '../letters/layDown';
import { addLog } from '../log/log';
import { judgeSignature } from '../waivers/judgeSignature';
import { markWaiver } from '../waivers/waivers';
import { keepDrawing } from './drawnSignature';
import { readSigning, type Signing } from './readSigning';

/** What a person signed, as the page showed it, and how. */
export interface Sent {
  readonly inscriptionid: number;
  /** The text that was on the page. */
  readonly seen: string;
  readonly signer: { readonly type: 'athlete' | 'guardian'; readonly name: string; readonly relationship: string | null };
  readonly drawing: Buffer | null;
  readonly id: { readonly type: string; readonly file: KeptFile } | null;
}
/** Names a text and its words: a page that shows another one signs nothing. */
export const textMark = ({ exonerationid, sha256 }: { readonly exonerationid: number; readonly sha256: string }): string =>
  `${exonerationid}.${sha256}`;

const idTypeOf = (type: string | undefined): 'INE' | 'pasaporte' | 'licencia' | 'otro' | null =>
  type === 'INE' || type === 'pasaporte' || type === 'licencia' || type === 'otro' ? type : null;

/** Stores the signature with the evidence of how it was made. */
const record = async (tx: Transaction, signing: Signing, { signer, drawing, id }: Sent, exonerationid: number): Promise<void> => {
  const { inscriptionid, organizationid } = signing;
  const values = {
    inscriptionid,
    exonerationid,
    eventid: signing.eventid,
    signer_type: signer.type,
    signer_name: signer.name,
    relationship: signer.relationship,
    signature_img: drawing ? await keepDrawing(tx, drawing, organizationid) : null,
    id_type: idTypeOf(id?.type),
    id_file: id ? { url: id.file.url, name: id.file.name, size: id.file.size, type: id.file.type } : null,
    channel: 'web',
    status: 'signed',
  } as const;
  await id?.file.note({ ...tx, grants: { ...tx.grants, organizationid } });
  await judgeSignature(tx, values);
  await createAudited(tx, exoneration_signatures, values);
  await markWaiver(tx, signing, 'signed', 'athlete');
};

/** Prints what was signed, and the proof that no longer asks for it; both leave in one letter. */
const handOut = async (tx: Transaction, inscriptionid: number): Promise<void> => {
  const row = await readStored(tx, inscriptions, inscriptionid);
  if (!row) throw notFound();
  for (const kind of ['exoneration', ...(isAmong('active', row.status) ? (['confirmation'] as const) : [])] as const) {
    const issued = await issueDocument(tx, row, kind);
    if (issued) await addLog(tx, row, { status: 'pdf_created', actor: 'system', changes: documentChanges(issued) });
  }
  const isWaiting = (await waitingFor(tx, [inscriptionid], 'proof')).has(inscriptionid);
  if (row.email && !isWaiting) await layDown(tx, row, 'proof');
};

/** How an attempt to sign ended. */
export type Signed = 'signed' | 'changed' | 'refused';
/**
 * Signs the waiver of a registration for a person without an account. Of two signatures at the same time the second finds it signed already,
 * because the registration is locked first.
 */
export const signWaiver = async (tx: Transaction, sent: Sent): Promise<{ readonly outcome: Signed; readonly signing: Signing }> => {
  const signing = await readSigning(tx, sent.inscriptionid, true);
  if (!signing) throw notFound();
  if (signing.standing !== 'open' || !signing.text) return { outcome: 'refused', signing };
  if (textMark(signing.text) !== sent.seen) return { outcome: 'changed', signing };
  await record(tx, signing, sent, signing.text.exonerationid);
  await handOut(tx, sent.inscriptionid);
  return { outcome: 'signed', signing: (await readSigning(tx, sent.inscriptionid)) ?? signing };
};

/** The signed waiver of a registration as a file, printed first where that has not been done. */
export const copyOf = async (tx: Transaction, inscriptionid: number): Promise<{ readonly file: string; readonly data: Buffer }> => {
  const row = await readStored(tx, inscriptions, inscriptionid, { lock: true });
  if (!row) throw notFound();
  const issued = await issueDocument(tx, row, 'exoneration');
  if (issued) await addLog(tx, row, { status: 'pdf_created', actor: 'system', changes: documentChanges(issued) });
  const found = await currentFile(tx, inscriptionid, 'exoneration');
  const data = found && (await readBytes(tx, found.sha256));
  if (!found || !data) throw notFound();
  return { file: found.file, data };
};

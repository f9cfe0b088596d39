import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict } from '../../kernel/DomainError';
import { readHead } from './Head';
import { moment, type Reads } from './Reads';
import type { Signature, TracedSignature, Waiver } from './Waiver';

/** A signature as JSON; `s` is the signature, `x` its text and `u` the witness. */
const signatureJson = `jsonb_build_object('title', x.title, 'revision', coalesce(s.revision, x.revision), 'sha256', x.sha256, 'signed_at', ${moment('s.signed_at')}, 'signer_type', s.signer_type, 'signer_name', s.signer_name,
  'relationship', s.relationship, 'way', x.require_signature, 'channel', s.channel, 'witness', u.name, 'status', s.status)`;
const fromSql =
  'from exoneration_signatures s join exonerations x on x.exonerationid = s.exonerationid left join users u on u.userid = s.witness_userid where s.inscriptionid = $1 and s.deleted_at is null';
const lastSql = `select ${signatureJson}, x.body_html ${fromSql} and s.status = 'signed' order by s.signed_at desc nulls last, s.signatureid desc limit 1`;
/** From where somebody signed who did so by themselves: contact data, that only an evidence pack tells. */
const allSql = `select ${signatureJson} || jsonb_build_object('ip', case when s.channel in ('web', 'app') then s.ip end) ${fromSql} order by s.created, s.signatureid`;

/** Every signature of an inscription, also those that were revoked. */
export const readSignatures = async (tx: Reads, inscriptionid: number): Promise<readonly TracedSignature[]> =>
  (await tx.asOwner(() => tx.run(allSql, [inscriptionid]))).map(([row]) => row as TracedSignature);

/** Reads the waiver that holds for an inscription, as it was signed: its text is never changed afterwards. Refused where none is signed. */
export const readWaiver = async (tx: Reads, now: Inscription): Promise<Waiver> => {
  const [found] = await tx.asOwner(() => tx.run(lastSql, [now.inscriptionid]));
  if (!found) throw conflict('NOT_SIGNED', [{ path: 'input.kind', code: 'NOT_SIGNED' }]);
  const head = await readHead(tx, now),
    [signature, body] = found as [Signature, { readonly es: string; readonly en?: string | null }];
  return { head, signature, body_html: body[head.locale] ?? body.es };
};

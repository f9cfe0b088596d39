import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { exonerations } from '@/resources/exonerations/exonerations';
import { users } from '@/resources/users/users';
import { conflict } from '../../kernel/DomainError';
import { readHead } from './Head';
import { moment, type Reads } from './Reads';
import type { Signature, TracedSignature, Waiver } from './Waiver';
import { columnsOf, orNull, type Expression } from '../../kernel/columnsOf';
import { jsonObject, selectAll, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const s = columnsOf(exoneration_signatures, 's');
const x = columnsOf(exonerations, 'x');
const u = columnsOf(users, 'u');
const signature: Expression<Signature> = jsonObject({
  title: x.title,
  revision: value<number | null>(sql`coalesce(${s.revision}, ${x.revision})`),
  sha256: x.sha256,
  signed_at: moment(s.signed_at),
  signer_type: s.signer_type,
  signer_name: s.signer_name,
  relationship: s.relationship,
  way: x.require_signature,
  channel: s.channel,
  witness: orNull(u.name),
  status: s.status,
});
/** The IP address of a person who signed by themselves. It is contact data, which only an evidence pack shows. */
const traced = value<TracedSignature>(
  sql`${signature} || jsonb_build_object('ip', case when ${s.channel} in ('web', 'app') then ${s.ip} end)`,
);
const signaturesOf = (inscriptionid: number) =>
  sql`from ${s} join ${x} on ${x.exonerationid} = ${s.exonerationid} left join ${u} on ${u.userid} = ${s.witness_userid} where ${s.inscriptionid} = ${inscriptionid} and ${s.deleted_at} is null`;

/** Every signature of an inscription, including revoked ones. */
export const readSignatures = (tx: Reads, inscriptionid: number): Promise<readonly TracedSignature[]> =>
  tx.asOwner(() => selectAll(tx, traced, sql`${signaturesOf(inscriptionid)} order by ${s.created}, ${s.signatureid}`));

/** Reads the valid waiver of an inscription as it was signed; its text never changes afterwards. Refused when none is signed. */
export const readWaiver = async (tx: Reads, now: Inscription): Promise<Waiver> => {
  const found = await tx.asOwner(() =>
    selectOne(
      tx,
      { signature, body: x.body_html, image: s.signature_img },
      sql`${signaturesOf(now.inscriptionid)} and ${s.status} = 'signed' order by ${s.signed_at} desc nulls last, ${s.signatureid} desc limit 1`,
    ),
  );
  if (!found) throw conflict('NOT_SIGNED', [{ path: 'input.kind', code: 'NOT_SIGNED' }]);
  const head = await readHead(tx, now);
  return {
    head,
    signature: found.signature,
    body_html: found.body[head.locale] ?? found.body.es,
    ...(found.image && { image: found.image }), // a key that is not there leaves the fingerprint of other waivers as it was
  };
};

import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import type { Letter, Mail, SentAs } from '../adapters/mail/Mail';
import type { ApiDeps } from '../api/ApiDeps';
import { inSystemTransaction, type Transaction } from '../api/transaction';
import { changeBeside } from '../api/write/beside';
import { readBytes } from '../documents/documentBytes';
import { addLog } from '../registration/log';

const batchSize = 10, longestError = 500, lostMinutes = 10;
const queuedSql = `select letterid from inscription_letters where status = 'queued' and deleted_at is null order by letterid limit ${batchSize} for no key update skip locked`;
/** The proof that holds when the letter leaves, which may be a later one than when it was asked for. */
const aboutSql = `
  select l.letterid, l.inscriptionid, l.eventid, l.email, d.documentid, d.file, d.sha256, coalesce(d.locale, 'es'), coalesce(e.name ->> coalesce(d.locale, 'es'), e.name ->> 'es'), i.first_name, i.folio
    from inscription_letters l join inscriptions i on i.inscriptionid = l.inscriptionid join events e on e.eventid = l.eventid
         left join inscription_documents d on d.inscriptionid = l.inscriptionid and d.kind = 'confirmation' and d.status = 'current' and d.deleted_at is null where l.letterid = any($1) order by l.letterid`;

interface Taken { readonly letterid: number; readonly inscriptionid: number; readonly eventid: number; readonly letter: Letter }
type Deps = Pick<ApiDeps, 'pool' | 'registry' | 'translate'>;
const whose = 't.letterid = $7 and t.status = $8';
const at = (): string => new Date().toISOString();

const composed = async (tx: Transaction, { translate }: Deps, row: readonly unknown[]): Promise<Taken | null> => {
  const [letterid, inscriptionid, eventid, email, documentid, file, sha256, locale, event, name, folio] = row;
  const content = sha256 === null ? null : await readBytes(tx, String(sha256));
  if (!email || !content) {
    await changeBeside(tx, inscription_letters, whose, [letterid, 'queued'], { status: 'withdrawn' });
    return null;
  }
  await changeBeside(tx, inscription_letters, whose, [letterid, 'queued'], { status: 'sending', taken_at: at(), documentid });
  const params = { name, event, folio };
  const text = translate('inscription_letters.proof.text', String(locale), params), subject = translate('inscription_letters.proof.subject', String(locale), params);
  const attachments = [{ filename: String(file), contentType: 'application/pdf', content }];
  return { letterid: Number(letterid), inscriptionid: Number(inscriptionid), eventid: Number(eventid), letter: { to: String(email), subject, text, attachments, key: `inscription-letter-${Number(letterid)}` } };
};
/** Takes letters, so that no other process and no later turn hands them over too; one whose proof holds no more is withdrawn. */
const take = async (tx: Transaction, deps: Deps): Promise<readonly (Taken | null)[]> => {
  const ids = (await tx.run(queuedSql)).map(([id]) => Number(id));
  const taken: (Taken | null)[] = [];
  for (const row of await tx.run(aboutSql, [ids])) taken.push(await composed(tx, deps, row));
  return taken;
};

type Outcome = { readonly sent: SentAs } | { readonly error: string };
const handOver = async (mail: Mail, letter: Letter): Promise<Outcome> => {
  try {
    return { sent: await mail.send(letter) };
  } catch (error) {
    return { error: (error instanceof Error ? error.message : String(error)).slice(0, longestError) };
  }
};
const settle = async (tx: Transaction, { letterid, inscriptionid, eventid }: Taken, outcome: Outcome): Promise<void> => {
  const set = 'sent' in outcome ? { status: 'sent', sent_at: at(), provider: outcome.sent.provider, provider_ref: outcome.sent.ref } : { status: 'failed', error: outcome.error };
  const settled = await changeBeside(tx, inscription_letters, whose, [letterid, 'sending'], set);
  if ('sent' in outcome && settled.length > 0) await addLog(tx, { inscriptionid, eventid }, { status: 'mail_sended', actor: 'system', changes: [{ field: 'provider_ref', new: outcome.sent.ref }] });
};

/** What one sweep sent, and which letters the provider did not take. */
export interface Mailed { readonly sent: number; readonly failed: readonly number[] }

/**
 * Hands letters over, outside any transaction and once each: a letter is taken before it leaves, and nobody takes it again.
 *
 * One whose process ended in between may have left or not. It says so, and somebody decides whether the athlete gets another.
 */
export const sendLetters = async (deps: Deps, mail: Mail, isOver: () => boolean = () => false): Promise<Mailed> => {
  await inSystemTransaction(deps, (tx) => changeBeside(tx, inscription_letters, `t.status = 'sending' and t.taken_at < now() - make_interval(mins => $7)`, [lostMinutes], { status: 'unknown' }));
  const failed: number[] = [];
  let sent = 0;
  while (!isOver()) {
    const taken = await inSystemTransaction(deps, (tx) => take(tx, deps));
    for (const each of taken) {
      if (!each) continue;
      const outcome = await handOver(mail, each.letter);
      if ('sent' in outcome) sent += 1;
      else failed.push(each.letterid);
      await inSystemTransaction(deps, (tx) => settle(tx, each, outcome));
    }
    if (taken.length < batchSize) break;
  }
  return { sent, failed };
};

import { factsText } from '@/domain/results/certificateFacts';
import { certificates } from '@/resources/certificates/certificates';
import { events, shownStates } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { results } from '@/resources/results/results';
import { updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { certificateFor } from './issueCertificates';
import { readFacts } from './readFacts';

const c = columnsOf(certificates, 'c');
const own = columnsOf(certificates);
const r = columnsOf(results, 'r');
const i = columnsOf(inscriptions, 'i');
const e = columnsOf(events, 'e');

const bySerial = (tx: Transaction, serial: string) =>
  selectOne(
    tx,
    {
      certificateid: c.certificateid,
      templateid: c.templateid,
      eventid: c.eventid,
      resultid: c.resultid,
      status: value<string>(sql`${c.status}`),
      serial: value<string>(sql`${c.serial}`),
      sha256: value<string>(sql`${c.sha256}`),
      url: value<string>(sql`${c.url}`),
      generated_at: value<string>(sql`${c.generated_at}`),
      facts: c.facts,
      /** The athlete asked not to be named in public, maybe after it was issued. */
      isNameHidden: value<boolean>(
        sql`exists (select 1 from ${i} where ${i.name_hidden} and ${i.inscriptionid} in (${c.inscriptionid}, (select ${r.inscriptionid} from ${r} where ${r.resultid} = ${c.resultid})))`,
      ),
      /** Of the event, where its pages are public. */
      slug: value<string | null>(
        sql`(select ${e.slug} from ${e} where ${e.eventid} = ${c.eventid} and ${e.published_at} is not null and ${e.status} = any(${[...shownStates]}::text[]) and ${e.deleted_at} is null)`,
      ),
    },
    sql`from ${c} where ${c.serial} = upper(${serial}) and ${c.deleted_at} is null`,
  );
export type FoundCertificate = NonNullable<Awaited<ReturnType<typeof bySerial>>>;

/**
 * The certificate with a serial, and the serial of the one that holds now if it was replaced. One whose result says something else by now is
 * replaced at that moment, so nobody is shown what no longer holds.
 */
export const readCertificate = async (
  tx: Transaction,
  serial: string,
): Promise<{ readonly certificate: FoundCertificate; readonly newer: string | null } | null> => {
  const certificate = await bySerial(tx, serial);
  if (!certificate) return null;
  const { resultid, status, facts } = certificate;
  if (resultid === null || status === 'revoked') return { certificate, newer: null };
  const now = (await readFacts(tx, [resultid])).get(resultid);
  if (status === 'valid' && facts && now?.isPublished && factsText(now.facts) === factsText(facts)) return { certificate, newer: null };
  const newer = await certificateFor(tx, resultid);
  if (newer === certificate.serial) return { certificate, newer: null };
  if (status === 'valid')
    await updateAudited(tx, certificates, (row) => sql`${row.certificateid} = ${certificate.certificateid} and ${row.status} = 'valid'`, {
      status: 'replaced',
    });
  return { certificate: { ...certificate, status: 'replaced' }, newer };
};

/** Counts a download. */
export const countDownload = (tx: Transaction, certificateid: number): Promise<void> =>
  execute(tx, sql`update ${own} set ${own.downloads} = ${own.downloads} + 1 where ${own.certificateid} = ${certificateid}`);

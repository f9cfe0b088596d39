import type { CertificateFacts } from '@/domain/results/certificateFacts';
import { sampleFacts } from '@/resources/certificate_templates/certificateTexts';
import type { CertificateTemplate } from '@/resources/certificate_templates/certificate_templates';
import { results } from '@/resources/results/results';
import { columnsOf } from '../../kernel/columnsOf';
import { fingerprint, sameText } from '../../kernel/secrets';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { installationOf } from '../signLinks/signLinks';
import { readFacts } from './readFacts';

const r = columnsOf(results, 'r');
const lastsMs = 15 * 60_000;
const markOf = (secret: string, text: string): string => fingerprint(secret, 'test print of a certificate', text).slice(0, 22);

/** The path of a test print, for a quarter of an hour. */
export const testPrintPath = (tx: Pick<Transaction, 'registry'>, templateid: number, now: number = Date.now()): string | null => {
  const installation = installationOf(tx);
  if (!installation) return null;
  const text = `${templateid}-${now + lastsMs}`;
  return `/verify/test/${text}-${markOf(installation.secret, text)}.pdf`;
};
/** The template that the name of a test print stands for; null when it is not ours or too old. */
export const readTestPrint = (secret: string, name: string, now: number = Date.now()): number | null => {
  const [, templateid = '', until = '', mark = ''] = /^(\d{1,15})-(\d{13})-([\w-]{22})\.pdf$/.exec(name) ?? [];
  return mark && sameText(mark, markOf(secret, `${templateid}-${until}`)) && Number(until) > now ? Number(templateid) : null;
};

/** The facts of a real runner for a test print: the chosen one, or one who finished. */
export const factsForTest = async (
  tx: Transaction,
  { preview_resultid, eventid }: Pick<CertificateTemplate, 'preview_resultid' | 'eventid'>,
): Promise<CertificateFacts> => {
  const found = preview_resultid
    ? [preview_resultid]
    : await selectAll(
        tx,
        r.resultid,
        sql`from ${r} where ${r.eventid} = ${eventid} and ${r.status} = 'finished' and ${r.deleted_at} is null order by length(${r.name}) desc, ${r.resultid} limit 1`,
      );
  return [...(await readFacts(tx, found)).values()][0]?.facts ?? sampleFacts;
};

import { askDownload } from '../downloads/askDownload';
import { ownWords as translate } from '../downloads/ownWords';
import { wishOfKind } from '../downloads/wishOfKind';
import type { Transaction } from '../../kernel/transaction';

/** What the table of an evidence file has besides the columns of the report of waivers: the text and how it was signed. */
const proving = ['exonerationid.sha256', 'ip', 'user_agent'] as const;

/** Asks the download center for the evidence of an event: a table of its signatures and every signed text, as one ZIP file. */
export const askEvidence = async (tx: Transaction, eventid: number): Promise<{ readonly report_jobid: number }> => {
  const wish = await wishOfKind(tx, { registry: tx.registry, translate }, { type: 'exonerations', format: 'csv', eventid });
  const [, ofEvent = ''] = wish.name.split(' · ');
  return {
    report_jobid: await askDownload(
      tx,
      { translate },
      {
        ...wish,
        name: [translate('exonerations.evidence.name', tx.locale), ofEvent].filter(Boolean).join(' · '),
        asked: { ...wish.asked, columns: [...wish.asked.columns, ...proving], archive: 'waivers' },
      },
    ),
  };
};

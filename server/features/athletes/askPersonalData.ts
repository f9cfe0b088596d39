import { web_users } from '@/resources/web_users/web_users';
import { isStored, fieldOf } from '@/schema';
import type { Transaction } from '../../kernel/transaction';
import { askDownload } from '../downloads/askDownload';
import { ownWords as translate } from '../downloads/ownWords';

/** Asks the download center for everything that is kept about an athlete. The name of the file does not say who it is. */
export const askPersonalData = async (tx: Transaction, id: number): Promise<{ readonly report_jobid: number }> => ({
  report_jobid: await askDownload(
    tx,
    { translate },
    {
      type: 'personal_data',
      format: 'csv',
      rows: 1,
      resource: web_users,
      name: translate('web_users.archive.name', tx.locale, { id }),
      asked: {
        columns: Object.keys(web_users.fields).filter((name) => isStored(fieldOf(web_users, name))),
        filter: { field: web_users.key, op: 'eq', value: id },
        search: null,
        sort: null,
        labels: {},
        archive: 'personal',
      },
    },
  ),
});

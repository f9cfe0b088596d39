import { innovasport_pickups } from '@/resources/innovasport_pickups/innovasport_pickups';
import { pickup_batches, type PickupBatch } from '@/resources/pickup_batches/pickup_batches';
import { updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { defineHooks } from '../../kernel/defineHooks';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { askDownload } from '../downloads/askDownload';
import { ownWords as translate } from '../downloads/ownWords';
import { partnerKinds } from '../downloads/partnerKinds';
import { fileOf, goOn } from './batches';

/** The file that the store works with: the kits of a batch, as they are when it is made. */
const makeFile = async (tx: Transaction, batch: PickupBatch): Promise<{ readonly report_jobid: number }> => {
  const { columns } = partnerKinds.innovasport;
  const report_jobid = await askDownload(
    tx,
    { translate },
    {
      type: 'innovasport',
      resource: innovasport_pickups,
      format: 'csv',
      name: fileOf(batch).replace('.csv', ''),
      eventid: batch.eventid,
      shared: true,
      asked: {
        columns: [...columns],
        labels: {},
        search: null,
        sort: ['created'],
        filter: { field: 'pickup_batchid', op: 'eq', value: batch.pickup_batchid },
      },
    },
  );
  await updateRow(tx, pickup_batches, batch.pickup_batchid, { report_jobid });
  return { report_jobid };
};

/** The server's rules for batches of kits: what is sent is not changed, and comes back as a whole. */
export const pickupBatchesHooks = defineHooks(pickup_batches, {
  afterWrite: async ({ tx, verb, id, values }) => {
    const { store_code, store_name, city, window_start, window_end } = values;
    const shared = Object.fromEntries(
      Object.entries({ store_code, store_name, city, window_start, window_end }).filter(([, said]) => said !== undefined),
    );
    if (verb === 'edit' && Object.keys(shared).length > 0)
      await updateAudited(tx, innovasport_pickups, (row) => sql`${row.pickup_batchid} = ${id} and ${row.deleted_at} is null`, shared);
  },
  actions: {
    send: async ({ tx, id, row }) => {
      await goOn(tx, id, 'sending');
      return makeFile(tx, row);
    },
    make_file: ({ tx, row }) => makeFile(tx, row),
    take_back: ({ tx, id }) => goOn(tx, id, 'taking_back'),
  },
});

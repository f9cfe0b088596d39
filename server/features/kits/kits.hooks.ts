import { kits } from '@/resources/kits/kits';
import { defineHooks } from '../../kernel/defineHooks';
import { askDownload } from '../downloads/askDownload';
import { ownWords as translate } from '../downloads/ownWords';
import { wishOfKind } from '../downloads/wishOfKind';
import { readForecast } from './readForecast';

/** What people do with the kits of an event besides building them. */
export const kitsHooks = defineHooks(kits, {
  actions: {
    forecast: ({ tx, input }) => readForecast(tx, input.eventid),
    /** Asks the download center for the packing list or the labels. */
    print: async ({ tx, input }) => {
      const { what, sheet, eventid, distanceid } = input;
      const wish = await wishOfKind(
        tx,
        { registry: tx.registry, translate },
        { type: what ?? 'packing_list', format: 'pdf', eventid, sheet: sheet ?? undefined, distanceid },
      );
      return { report_jobid: await askDownload(tx, { translate }, wish) };
    },
  },
});

import { defineHooks, defineServerPlugin, sql, updateAudited, updateRow } from '@server/plugins';
import { folderStorage } from './folderStorage';
import { published } from './letters';
import { extendedEvents } from './plugin';
import { race_photos } from './race_photos';

/** The server side of publishing: the letter waits until the transaction has ended. */
const publishing = { status: 'published', letter: 'queued' } as const;

export default defineServerPlugin({
  hooks: [
    defineHooks(race_photos, { actions: { publish: ({ tx, id }) => updateRow(tx, race_photos, id, publishing) } }),
    defineHooks(extendedEvents.extended, {
      actions: {
        publish_photos: async ({ tx, id }) => {
          const done = await updateAudited(
            tx,
            race_photos,
            (t) => sql`${t.eventid} = ${id} and ${t.status} = 'draft' and ${t.rating} is not null and ${t.deleted_at} is null`,
            publishing,
          );
          return { count: done.length };
        },
      },
    }),
  ],
  letters: [published],
  adapters: { objectStorage: { folder: folderStorage } },
});

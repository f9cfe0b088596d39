import { changeBeside, queryRows, type DueLetter, type LetterTemplate } from '@server/plugins';
import { race_photos } from './race_photos';

const dueSql = `t.race_photoid in (
  select race_photoid from race_photos where letter = 'queued' and deleted_at is null order by race_photoid limit $7 for no key update skip locked)`;
const factsSql = `
  select p.race_photoid as id, e.contact_email as "to", p.title, coalesce(e.name ->> 'es', '') as event
    from race_photos p join events e on e.eventid = p.eventid where p.race_photoid = any($1) order by p.race_photoid`;

interface Facts extends Record<string, unknown> {
  readonly id: number;
  readonly to: string;
  readonly title: string;
  readonly event: string;
}

/** Tells the organizer of an event that a photo is published. A photo is due once publishing it has queued its letter. */
export const published: LetterTemplate = {
  name: 'race-photo-published',
  words: 'race_photos.letters.published',
  take: async (tx, most) => {
    const ids = await changeBeside(tx, race_photos, dueSql, [most], { letter: 'sending' });
    const facts = await queryRows<Facts>(tx, factsSql, [ids]);
    return facts.map(({ id, to, title, event }): DueLetter => ({ id: Number(id), to, locale: 'es', says: { title, event } }));
  },
  settle: async (tx, id, outcome) => {
    await changeBeside(tx, race_photos, 't.race_photoid = $7', [id], { letter: 'sent' in outcome ? 'sent' : 'failed' });
  },
};

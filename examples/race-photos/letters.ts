import { events } from '@/resources/events/events';
import { columnsOf, select, sql, updateAudited, value, type DueLetter, type LetterTemplate } from '@server/plugins';
import { race_photos } from './race_photos';

const due = columnsOf(race_photos);
const p = columnsOf(race_photos, 'p');
const e = columnsOf(events, 'e');

/** Notifies the organizer of an event that a photo was published. A letter is due once publishing has queued it. */
export const published: LetterTemplate = {
  name: 'race-photo-published',
  words: 'race_photos.letters.published',
  take: async (tx, most) => {
    const waiting = sql`select ${due.race_photoid} from ${due} where ${due.letter} = 'queued' and ${due.deleted_at} is null order by ${due.race_photoid} limit ${most} for no key update skip locked`;
    const ids = await updateAudited(tx, race_photos, (t) => sql`${t.race_photoid} in (${waiting})`, { letter: 'sending' });
    const facts = await select(
      tx,
      { id: p.race_photoid, to: e.contact_email, title: p.title, event: value<string>(sql`coalesce(${e.name} ->> 'es', '')`) },
      sql`from ${p} join ${e} on ${e.eventid} = ${p.eventid} where ${p.race_photoid} = any(${ids}) order by ${p.race_photoid}`,
    );
    return facts.map(({ id, to, title, event }): DueLetter => ({ id, to, locale: 'es', says: { title, event } }));
  },
  settle: async (tx, id, outcome) => {
    await updateAudited(tx, race_photos, (t) => sql`${t.race_photoid} = ${id}`, { letter: 'sent' in outcome ? 'sent' : 'failed' });
  },
};

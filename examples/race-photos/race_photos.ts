import * as f from '@/fields';
import { defineResource } from '@/schema';
import { readOnly } from '@/schema/presets';
import { stars } from './stars';

declare module '@/schema/resourceNames' {
  interface ResourceNames {
    readonly race_photos: true;
  }
}

/** A photo of an event: a draft until somebody publishes it; then the organizer of the event gets a letter. */
export const race_photos = defineResource('race_photos', {
  service: 'event',
  singular: 'race_photo',
  key: 'race_photoid',
  permission: 'events',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  tab: 55,
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'title',
  menu: { group: 'events', icon: 'star', order: 60 },
  fields: {
    eventid: f.belongsTo('events', { required: true, createOnly: true }),
    title: f.text({ required: true, max: 80 }),
    photo: f.image(),
    kind: f.choice(['start', 'course', 'finish'], { default: 'finish' }),
    taken_at: f.dateTime(),
    distanceid: f.belongsTo('distances', { match: { eventid: 'eventid' } }),
    rating: stars(),
    status: f.status(
      { draft: { tone: 'amber', icon: 'pencil' }, published: { tone: 'green', icon: 'check' } },
      { default: 'draft', ...readOnly },
    ),
    letter: f.choice(['none', 'queued', 'sending', 'sent', 'failed'], { default: 'none', ...readOnly }),
  },
  list: {
    columns: ['photo', 'title', 'eventid', 'kind', 'rating', 'taken_at', 'status'],
    filters: ['eventid', 'distanceid', 'kind', 'rating', 'status'],
    search: ['title'],
    sort: { created: 'desc' },
  },
  form: { photo: ['eventid', 'title', 'photo', 'kind', 'taken_at', 'distanceid', 'rating'] },
  show: { state: ['status', 'letter'] },
  actions: {
    publish: {
      on: 'rows',
      icon: 'check',
      confirm: true,
      from: { status: ['draft'] },
      refuses: { unrated: (photo) => photo.rating === null },
    },
  },
  fixed: { delete: { in: { status: ['published'] }, says: 'RECORD_FIXED' } },
  indexes: [{ on: ['eventid', 'status'] }],
});

import { definePlugin, extendResource } from '@/plugins';
import { events } from '@/resources/events/events';
import { race_photos } from './race_photos';

/** What the plugin adds to events: their photos as a related list, and an action that publishes all rated ones. */
export const extendedEvents = extendResource(events, {
  actions: { publish_photos: { on: 'row', icon: 'check', confirm: true } },
  access: { publish_photos: ['events'] },
  related: ['race_photos.eventid'],
});

export default definePlugin({
  name: 'race-photos',
  resources: [race_photos],
  extensions: [extendedEvents],
  reports: [{ name: 'photos', resource: 'race_photos', event: 'eventid', by: 'kind' }],
});

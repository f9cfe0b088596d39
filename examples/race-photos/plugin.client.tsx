import { defineClientPlugin } from '@/plugins';
import { starsUi } from './stars.ui';

export default defineClientPlugin({
  fields: { stars: { ui: starsUi, input: async () => (await import('./stars.input')).default } },
  views: { race_photos: async () => (await import('./racePhotosViews')).default },
  pages: [
    {
      name: 'best-photos',
      platform: 'EVENT',
      key: 'events',
      menu: { group: 'events', icon: 'star', order: 61 },
      load: () => import('./BestPhotosPage'),
    },
  ],
});

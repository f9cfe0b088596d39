import { biCharts } from '@/domain/reports/biFigures';
import type { Translate } from '../../kernel/messages';
import type { BiHost } from './BiHost';

/** The charts of this server, drawn from its own database; they say that they are local. */
export const localBiHost = (publicOrigin: string, translate: Translate): BiHost => ({
  dashboards: async ({ locale }) => ({
    host: 'local',
    dashboards: biCharts.map((id) => ({
      id,
      title: translate(`reports-bi.${id}.title`, locale),
      description: translate(`reports-bi.${id}.note`, locale),
    })),
  }),
  embed: async (_viewer, id) =>
    biCharts.some((chart) => chart === id) ? { url: `${publicOrigin}/reports-bi#${id}`, expires_at: null } : null,
});

import { addFieldType } from '@/fields/kit/fieldUi';
import { addPages } from '@/pages/menuPages';
import { addReports } from '@/pages/reportsBi/addedReports';
import type { Registry } from '@/schema';
import { addViews } from '@/views/overrides';
import type { Installed } from './installed';
import { withPlugins } from './withPlugins';

/** Registers the screens of plugins before anything is drawn, and answers the declarations including theirs. */
export const installPlugins = (registry: Registry, installed: readonly Installed[]): Registry => {
  for (const { plugin, client } of installed) {
    for (const [type, { ui, input }] of Object.entries(client?.fields ?? {})) addFieldType(type, ui, input);
    for (const [resource, load] of Object.entries(client?.views ?? {})) addViews(resource, load);
    addPages(client?.pages ?? []);
    addReports(plugin.reports ?? []);
  }
  return withPlugins(
    registry,
    installed.map(({ plugin }) => plugin),
  );
};

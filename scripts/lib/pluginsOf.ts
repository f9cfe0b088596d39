import { registry } from '@/resources';
import type { Config } from '../../server/config';
import { hooks } from '../../server/hooks';
import { loadPlugins, type Assembled } from '../../server/plugins/loadPlugins';

/** The product with the plugins of a configuration, for scripts that use its database. */
export const pluginsOf = ({ plugins }: Pick<Config, 'plugins'>): Promise<Assembled> => loadPlugins(plugins, { registry, hooks });

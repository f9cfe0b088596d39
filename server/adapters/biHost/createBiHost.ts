import type { Translate } from '../../kernel/messages';
import type { BiHost } from './BiHost';
import { httpBiHost } from './httpBiHost';
import { localBiHost } from './localBiHost';

interface BiConfig {
  readonly biHost: string | undefined;
  readonly publicOrigin: string;
}

/** The host of dashboards that is configured, and otherwise the charts of this server. */
export const createBiHost = ({ biHost, publicOrigin }: BiConfig, translate: Translate): BiHost =>
  biHost === undefined ? localBiHost(publicOrigin, translate) : httpBiHost(biHost, publicOrigin);

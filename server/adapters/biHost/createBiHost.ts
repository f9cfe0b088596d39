import type { Translate } from '../../kernel/messages';
import type { BiHost } from './BiHost';
import { httpBiHost } from './httpBiHost';
import { localBiHost } from './localBiHost';

interface BiConfig {
  readonly biHost: string | undefined;
  readonly publicOrigin: string;
}

/** The configured host of dashboards, or the charts of this server when none is configured. */
export const createBiHost = ({ biHost, publicOrigin }: BiConfig, translate: Translate): BiHost =>
  biHost === undefined ? localBiHost(publicOrigin, translate) : httpBiHost(biHost, publicOrigin);

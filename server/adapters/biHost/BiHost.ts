import type { BiAddress, BiDashboards } from '@/domain/reports/biFigures';
import type { Grants } from '@/schema';
import type { Locale } from '../../kernel/messages';

/** The person who views dashboards, and their permissions. */
export interface BiViewer {
  /** The id that the authentication site gives a person; never an e-mail or a name. */
  readonly asdeporteId: string;
  readonly grants: Grants;
  readonly locale: Locale;
}

/** The source of dashboards. Each request is for one person, within the organization and regions that they may see. */
export interface BiHost {
  readonly dashboards: (viewer: BiViewer) => Promise<BiDashboards>;
  /** The address of one dashboard for the person; `null` when the host does not show it to them. */
  readonly embed: (viewer: BiViewer, id: string) => Promise<BiAddress | null>;
}

import type { BiAddress, BiDashboards } from '@/domain/reports/biFigures';
import type { Grants } from '@/schema';
import type { Locale } from '../../kernel/messages';

/** Who looks at dashboards, and as what. */
export interface BiViewer {
  /** Never an e-mail or a name: the id that the authentication site gives a person. */
  readonly asdeporteId: string;
  readonly grants: Grants;
  readonly locale: Locale;
}

/** Where dashboards come from; each is asked for one person, within the organisation and regions that the person may see. */
export interface BiHost {
  readonly dashboards: (viewer: BiViewer) => Promise<BiDashboards>;
  /** Where the person sees one of these dashboards; `null` when the host shows no such dashboard to them. */
  readonly embed: (viewer: BiViewer, id: string) => Promise<BiAddress | null>;
}

import type pg from 'pg';
import type { Registry } from '@/schema';
import type { Replica } from '../database/replica';
import type { MemberCache } from './grants';
import type { Hooks } from './defineHooks';
import type { Translate } from './messages';

/** The person and session of a verified token. */
export interface Bearer {
  readonly asdeporteId: string;
  readonly sid: string | null;
  readonly org: number | null;
  /** Who looks as this person, and from which of their organizations. */
  readonly by?: { readonly asdeporteId: string; readonly org: number | null };
}

/** What every service needs. */
export interface ApiDeps {
  readonly pool: pg.Pool;
  readonly registry: Registry;
  readonly hooks: ReadonlyMap<string, Hooks>;
  readonly verifyBearer: (header: string | undefined, ip?: string) => Promise<Bearer>;
  readonly translate: Translate;
  readonly sessionIdleMs: number;
  readonly members: MemberCache;
  /** The replica for lists and reports, while it is up to date. */
  readonly replica?: Replica | undefined;
}

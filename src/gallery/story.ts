import type { ReactNode } from 'react';
import type { Grants } from '@/schema';
import type { Density } from '@/views/list/model/useDensity';
import type { Hands } from './hands';
import type { MemoryServer } from './memoryServer';

/** One screen in one state. */
export interface Story {
  /** `list/empty`: the screen and the state. */
  readonly id: string;
  /** Path at which a generated screen opens. */
  readonly at?: string;
  /** Shown instead of a generated screen. */
  readonly draw?: () => ReactNode;
  /** Special answers of the server. */
  readonly prepare?: (server: MemoryServer) => void;
  readonly grants?: Grants;
  readonly density?: Density;
  /** The interactions that lead to the state. */
  readonly play?: (hands: Hands) => Promise<void>;
  /** It never stops loading, which is what it shows. */
  readonly isBusy?: boolean;
  /** It writes an error to the console, which is what it shows. */
  readonly complains?: boolean;
}
/** Requests that are never answered. */
export const never = (): Promise<never> => new Promise(() => undefined);

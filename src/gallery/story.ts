import type { ReactNode } from 'react';
import type { Grants } from '@/schema';
import type { Density } from '@/views/list/model/useDensity';
import type { Hands } from './hands';
import type { MemoryServer } from './memoryServer';

/** One screen in one state. */
export interface Story {
  /** `list/empty`: what it shows, and in which state. */
  readonly id: string;
  /** Address at which a generated screen opens. */
  readonly at?: string;
  /** What is shown instead of a generated screen. */
  readonly draw?: () => ReactNode;
  /** What the server answers otherwise than usual. */
  readonly prepare?: (server: MemoryServer) => void;
  readonly grants?: Grants;
  readonly density?: Density;
  /** What a person does before the state is there. */
  readonly play?: (hands: Hands) => Promise<void>;
  /** It never comes to rest, which is what it shows. */
  readonly isBusy?: boolean;
  /** It writes an error to the console, which is what it shows. */
  readonly complains?: boolean;
}
/** What never arrives. */
export const never = (): Promise<never> => new Promise(() => undefined);

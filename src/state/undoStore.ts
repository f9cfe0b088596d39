import { createStore } from './createStore';

/** Something that was done and can be taken back for a moment. */
export interface Undoable {
  /** What was done, in words. */
  readonly text: string;
  /** Takes it back; answers whether everything was, and reports a failure itself. */
  readonly take: () => Promise<void>;
}
/** The last thing that can be taken back; null when there is none. */
export const undoStore = createStore<Undoable | null>(null);

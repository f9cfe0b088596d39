import type { Action } from './action';

/** The name of the action that leads back from another one; undefined if nothing does. */
export const undoOf = (name: string, { undo }: Pick<Action, 'undo'>): string | undefined => (undo === 'again' ? name : undo);

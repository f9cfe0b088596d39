import type { SessionState } from './Session';

export interface SessionStore {
  readonly getState: () => SessionState;
  readonly set: (change: Partial<SessionState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Resolves with the state as soon as it is no longer loading. */
  readonly ready: () => Promise<SessionState>;
}

/** The state for screens; every change is a new object. */
export const createSessionStore = (): SessionStore => {
  const listeners = new Set<() => void>();
  let state: SessionState = { session: null, status: 'loading', updating: false, looping: false, unreachable: false };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    getState: () => state,
    set: (change) => {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe,
    ready: () =>
      new Promise((resolve) => {
        const settle = (): void => {
          if (state.status === 'loading') return;
          leave();
          resolve(state);
        };
        const leave = subscribe(settle);
        settle();
      }),
  };
};

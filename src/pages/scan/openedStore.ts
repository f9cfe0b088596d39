import { createStore } from '@/state/createStore';
import type { Seal } from './deviceVault';

/** What the PIN of this device opened, as long as the page lives. */
export const openedStore = createStore<Seal | null>(null);

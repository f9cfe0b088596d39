import type { Parts } from '@/schema/unknown';

/** How many of something wait for a person. */
export interface WaitingKind {
  readonly resource: string;
  readonly wait: string;
  readonly total: number;
  readonly unread: number;
}
/** One record that waits: its title and what its declaration says besides. */
export interface WaitingItem {
  readonly resource: string;
  readonly wait: string;
  readonly id: number;
  readonly since: string;
  readonly isRead: boolean;
  readonly row: Parts;
}

import type { PermissionKey } from '@/schema/access';
import type { Grants } from '@/schema';

/** The key of the screen of changes and looks. */
export const auditKey = 'user-roles' satisfies PermissionKey;

/** What an audit is about. */
export const auditVerbs = ['create', 'edit', 'delete', 'action', 'read'] as const;

/**
 * Whether a person sees what was changed and looked at: all of it, or that of their organization. Somebody limited to some events does not, because
 * an organization has more.
 */
export const mayAudit = ({ keys, event_scope, organizationid }: Grants): boolean =>
  keys[auditKey] !== undefined && event_scope === 'all' && organizationid !== null;

/** The filters of the screen, which are also its address. Days are `YYYY-MM-DD` and count as in Mexico City, both included. */
export const auditFilters = ['person', 'resource', 'record', 'verb', 'key', 'ip', 'from', 'to'] as const;
export type AuditFilter = (typeof auditFilters)[number];

/** One change in words: what, from what, to what. A value that is no text, such as a list of rows, is empty on both sides. */
export interface AuditChange {
  readonly label: string;
  readonly old: string;
  readonly new: string;
}
/** What somebody did, in words. */
export interface AuditLine {
  readonly auditid: number;
  readonly at: string;
  readonly who: string;
  readonly userid: number | null;
  /** `cambió`, `consultó datos de contacto de`. */
  readonly what: string;
  readonly resource: string;
  /** `cupón`. */
  readonly kind: string;
  /** 0: not one record, but a list. */
  readonly recordid: number;
  /** How the record is called, where the person may read it. */
  readonly title: string | null;
  /** The record in the sentence: `Cupón VERANO`, or only `Ana López` where the sentence says what it is. */
  readonly subject: string;
  /** Whether the record can be opened by this person. */
  readonly isOpen: boolean;
  readonly organization: string | null;
  /** The key that allowed it, and how it is called. */
  readonly key: string | null;
  readonly keyName: string | null;
  readonly ip: string | null;
  readonly source: string | null;
  readonly changes: readonly AuditChange[];
}
/** A page of them, newest first. */
export interface AuditPage {
  readonly items: readonly AuditLine[];
  /** Where the next page begins; null after the last one. */
  readonly next: string | null;
}
/** What can be filtered by, by its names: the kinds of records and the keys. */
export interface AuditOptions {
  readonly kinds: readonly { readonly value: string; readonly label: string }[];
  readonly keys: readonly { readonly value: string; readonly label: string }[];
}

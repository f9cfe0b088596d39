import type { ComponentType } from 'react';
import { biKey } from '@/domain/reports/biFigures';
import { auditKey } from '@/domain/audit';
import type { AnyResource, Platform } from '@/schema';
import type { PermissionKey } from '@/schema/access';

/** A page without a resource that has a place in the menu; its name is its path and its key. */
export interface MenuPage {
  readonly name: string;
  readonly platform: Platform;
  /** The key that allows it. */
  readonly key: PermissionKey;
  readonly menu: NonNullable<AnyResource['menu']>;
}
/** A page of a plugin, with its component and the namespaces that it reads besides its own. */
export interface LoadedPage extends MenuPage {
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  readonly namespaces?: readonly string[];
}
const ownPages: readonly MenuPage[] = [
  { name: 'reports-bi', platform: 'ASDEPORTE', key: biKey, menu: { group: 'reports', icon: 'chart', order: 5 } },
  { name: 'audit', platform: 'ASDEPORTE', key: auditKey, menu: { group: 'team', icon: 'clock', order: 60 } },
];
const added: LoadedPage[] = [];
/** Adds pages of a plugin, before the routes are made. */
export const addPages = (pages: readonly LoadedPage[]): void => void added.push(...pages);
/** The pages that plugins added. */
export const addedPages = (): readonly LoadedPage[] => added;
/** The pages of the menu without a resource. */
export const menuPages = (): readonly MenuPage[] => [...ownPages, ...added];

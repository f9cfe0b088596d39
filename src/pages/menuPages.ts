import { biKey } from '@/domain/reports/biFigures';
import type { AnyResource, Platform } from '@/schema';
import type { PermissionKey } from '@/schema/access';

/** A page that is no resource and has a place in the menu; its name is its address and its word. */
export interface MenuPage {
  readonly name: string;
  readonly platform: Platform;
  /** The key that opens it. */
  readonly key: PermissionKey;
  readonly menu: NonNullable<AnyResource['menu']>;
}
/** The pages of the menu beside its resources. */
export const menuPages: readonly MenuPage[] = [
  { name: 'reports-bi', platform: 'ASDEPORTE', key: biKey, menu: { group: 'reports', icon: 'chart', order: 5 } },
];

import type { AnyResource, PermissionKey, Platform, Service } from '@/schema';
import type { MenuGroupName, MenuIcon } from '@/schema/menuPlaces';
import type { NewField } from './makeField';

/** An entity that is about to be written. */
export interface NewResource {
  readonly name: string;
  readonly singular: string;
  readonly service: Service;
  readonly permission: PermissionKey;
  readonly platform: Platform;
  readonly within?: AnyResource;
  readonly tab?: number;
  readonly menu?: { readonly group: MenuGroupName; readonly icon: MenuIcon; readonly order: number };
  /** The fields; a reference to the owner comes first. */
  readonly fields: readonly NewField[];
  /** The field that names a record. */
  readonly title: string;
}

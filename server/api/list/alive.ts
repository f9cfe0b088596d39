import type { AnyResource } from '@/schema';
import { columnText } from '../../kernel/sql';

/** Soft deletion. Rows that are never changed have no such column. */
export const aliveText = (resource: AnyResource, alias: string): string =>
  resource.appendOnly ? 'true' : `${columnText(alias, 'deleted_at')} is null`;

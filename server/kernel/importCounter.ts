import type { AnyResource, InferColumns } from '@/schema';
import type { ImportCounter } from './ImportHooks';

/** Counted columns of a resource, by the names of its declaration. */
export const importCounter = <R extends AnyResource, C extends keyof InferColumns<R> & string>(
  { name, key }: R,
  counter: Pick<ImportCounter, 'of'> & { readonly columns: readonly C[]; readonly most?: Readonly<Partial<Record<C, string>>> },
): ImportCounter => {
  const { of, columns, most } = counter;
  const limits = new Map<string, string>();
  for (const column of columns) {
    const limit = most?.[column];
    if (limit !== undefined) limits.set(column, limit);
  }
  return { table: name, key, of, columns, most: Object.fromEntries(limits) };
};

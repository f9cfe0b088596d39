import type { AnyResource, InferColumns } from '@/schema';
import type { ImportCounter } from './ImportHooks';

/** Counted columns of a resource, by the names of its declaration. */
export const importCounter = <R extends AnyResource, C extends keyof InferColumns<R> & string>(
  { name, key }: R,
  counter: Pick<ImportCounter, 'of'> & { readonly columns: readonly C[]; readonly most?: Readonly<Partial<Record<C, string>>> },
): ImportCounter => ({ table: name, key, ...counter });

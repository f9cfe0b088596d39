import { useInvalidate } from '@refinedev/core';
import { useRegistry } from '../../fields/kit/AppContext';

/** Reads everything on screen again: an action changes logs, payments, bibs and balances too, not only its own record. */
export const useReread = (): (() => void) => {
  const invalidate = useInvalidate();
  const { all } = useRegistry();
  return () => {
    for (const dataProviderName of new Set(all.map(({ service }) => service))) void invalidate({ dataProviderName, invalidates: ['all'] });
  };
};

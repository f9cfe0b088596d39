import type { RouterProvider } from '@refinedev/core';
import { useCallback } from 'react';

/**
 * refine's router binding without the address's parameters.
 *
 * refine mixes every parameter of the address into the `meta` of every request: the search of a list would also search the options of each select beside it.
 */
export const quietRouterProvider = (binding: RouterProvider): RouterProvider => {
  const useBindingParse = binding.parse!;
  const useQuietParse: NonNullable<RouterProvider['parse']> = () => {
    const parse = useBindingParse();
    return useCallback(() => ({ ...parse(), params: {} }), [parse]);
  };
  return { ...binding, parse: useQuietParse };
};

import type { HttpError } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';

const mostRetries = 2;
const mayPass = ({ statusCode }: Partial<HttpError>): boolean => statusCode === 0 || (statusCode !== undefined && statusCode > 500);

/** The cache of server state. What was refused is not asked again; what did not arrive is. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Waiting for the browser to say that it is online would leave a screen empty: it is asked, and fails with words.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < mostRetries && mayPass(error as Partial<HttpError>),
      },
    },
  });

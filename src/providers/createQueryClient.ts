import type { HttpError } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';

const mostRetries = 2;
const mayPass = ({ statusCode }: Partial<HttpError>): boolean => statusCode === 0 || (statusCode !== undefined && statusCode > 500);

/** The cache of server state. Refused requests are not repeated; failed ones are. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Waiting until the browser reports that it is online would leave a screen empty, so the request is made and fails with a message.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < mostRetries && mayPass(error as Partial<HttpError>),
      },
    },
  });

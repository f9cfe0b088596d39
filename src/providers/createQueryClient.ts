import type { HttpError } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';

const mostRetries = 2;
const mayPass = ({ statusCode }: Partial<HttpError>): boolean => statusCode === 0 || (statusCode !== undefined && statusCode > 500);

/** The cache of server state. What was refused is not asked again; what did not arrive is. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, refetchOnWindowFocus: false, retry: (failures, error) => failures < mostRetries && mayPass(error as Partial<HttpError>) },
    },
  });

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { auditFilters, type AuditFilter, type AuditOptions, type AuditPage } from '@/domain/audit';
import { failureOf } from '@/fields/kit/failureOf';
import { saveAnswer } from '@/frame/saveAnswer';
import { toast } from '@/providers/notification/toaster';
import { useOrganization, useServices } from '@/providers/ServicesContext';

/** What is asked for; the address of the page stores it. */
export type AskedAudit = Readonly<Partial<Record<AuditFilter, string>>>;

/** The filters in the address, and how to change them. */
export const useAskedAudit = (): {
  readonly asked: AskedAudit;
  readonly change: (changes: AskedAudit) => void;
  readonly clear: () => void;
} => {
  const [params, setParams] = useSearchParams();
  const asked = Object.fromEntries(auditFilters.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])));
  const latest = useRef(params); // the address changes later than a second filter may
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change = (changes: AskedAudit): void => {
    const after = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changes)) {
      if (value) after.set(name, value);
      else after.delete(name);
    }
    latest.current = after;
    setParams(after, { replace: true });
  };
  return { asked, change, clear: () => setParams({}, { replace: true }) };
};

/** Pages of what was done, newest first. */
export const useAudit = (asked: AskedAudit) => {
  const { config, http } = useServices();
  const { current } = useOrganization();
  return useInfiniteQuery({
    queryKey: ['audit', current?.organizationid, asked],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...asked, ...(pageParam && { before: pageParam }) });
      return http.json<AuditPage>(`${config.host}/v2/organization/audit?${query.toString()}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: current !== undefined,
    retry: false,
  });
};

/** The kinds of records and the keys to choose from, by their names. */
export const useAuditOptions = (): AuditOptions | undefined => {
  const { config, http } = useServices();
  const { current } = useOrganization();
  return useQuery({
    queryKey: ['audit', current?.organizationid, 'options'],
    queryFn: ({ signal }) => http.json<AuditOptions>(`${config.host}/v2/organization/audit/options`, { signal }),
    enabled: current !== undefined,
    staleTime: Infinity,
    retry: false,
  }).data;
};

/** Downloads what is filtered. */
export const useAuditFile = (asked: AskedAudit, name: string) => {
  const { config, http } = useServices();
  return useMutation({
    mutationFn: async () => {
      await saveAnswer(http, `${config.host}/v2/organization/audit/download`, `${name}.csv`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked),
      });
    },
    onError: (error: unknown) => toast('error', failureOf(error).message),
  });
};

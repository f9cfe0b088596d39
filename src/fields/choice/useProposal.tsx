import { numberIn } from '@/schema/unknown';
import { useOne } from '@refinedev/core';
import { useEffect, useRef } from 'react';
import { pathOf } from '@/schema';
import { useRegistry } from '@/fields/kit/AppContext';
import type { InputProps } from '@/fields/kit/contracts';

/** Proposes the value of a referenced record, as long as the field is empty or still has the last proposal. */
export const useProposal = (from: string, { place, draft, value, onChange, disabled }: InputProps<string>): void => {
  const [reference, name] = pathOf(from);
  const registry = useRegistry();
  const target = registry.get(registry.get(place.resource).all[reference]?.target ?? '');
  const id = numberIn(draft[reference]);
  const { query } = useOne({
    resource: target.name,
    id: id ?? 0,
    dataProviderName: target.service,
    errorNotification: false,
    queryOptions: { enabled: id !== null, retry: false },
  });
  const row = query.data?.data;
  const said: unknown = row && name && row[target.key] === id ? row[name] : undefined;
  const proposal = typeof said === 'string' ? said : undefined;
  const proposed = useRef<string | null>(null);
  useEffect(() => {
    if (!proposal || proposal === proposed.current) return;
    const isOurs = !value || value === proposed.current;
    proposed.current = proposal;
    if (isOurs && !disabled) onChange?.(proposal);
  }, [proposal, value, onChange, disabled]);
};

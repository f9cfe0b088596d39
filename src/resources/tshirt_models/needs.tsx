import { useCustom, type BaseRecord } from '@refinedev/core';
import { useMemo } from 'react';
import { missingOf, type KitForecast, type SizeForecast } from '@/domain/registration/kitForecast';
import { can } from '@/schema/project/access';
import { formatNumber } from '@/words/format';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';

/** What each size needs until the event, by its key. */
export type Needs = ReadonlyMap<number, SizeForecast>;
const none: Needs = new Map();
interface Answered extends BaseRecord {
  readonly result?: KitForecast;
}

/** Reads the forecast of an event; nothing for people who may not see it, and while it is not known. */
export const useNeeds = (eventid: number): Needs => {
  const kits = useRegistry().find('kits'),
    grants = useGrants();
  const { query } = useCustom<Answered>({
    url: '/v2/kits/kits/actions/forecast',
    method: 'post',
    config: { payload: { input: { eventid } } },
    dataProviderName: 'kits',
    errorNotification: false,
    queryOptions: {
      retry: false,
      enabled: kits !== undefined && can(grants, 'forecast', kits),
      queryKey: ['data', 'home', 'forecast', 'tshirt_stock', eventid],
    },
  });
  const sizes = query.data?.data?.result?.sizes;
  return useMemo(() => (sizes ? new Map(sizes.map((size) => [size.tshirt_stockid, size])) : none), [sizes]);
};

/** How many of a size are expected on the day of the event, and how many of them are missing. */
export const NeedCells = ({ need }: { readonly need: SizeForecast | undefined }) => {
  const { t, locale } = useWords();
  if (!need) return <td colSpan={2} />;
  const missing = missingOf(need).later ?? 0;
  return (
    <>
      <td>{formatNumber(need.expected, locale)}</td>
      <td data-missing={missing > 0 || undefined}>{missing > 0 ? formatNumber(missing, locale) : t('tshirt_models.grid.enough')}</td>
    </>
  );
};

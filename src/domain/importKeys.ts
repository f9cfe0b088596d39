import type { Filter, ImportType, PermissionKey } from '@/schema';

const ways: readonly (readonly [key: PermissionKey, types: readonly ImportType[]])[] = [
  ['event-import-inscriptions', ['inscriptions', 'bibs']],
  ['event-tyr', ['results']],
  ['event-coupon', ['coupons']],
  ['event-admin-inscription', ['answers']],
  ['web-users', ['athletes']],
  ['fmtri-affiliations', ['affiliates']],
  ['fmtri-affiliate-users', ['register']],
  ['inbody', ['inbody']],
  ['external-inscriptions', ['external']],
];
/** The keys with which people import something. */
export const importKeys: readonly PermissionKey[] = ways.map(([key]) => key);

/** People see and work on imports of what they may import; a file of another kind may hold what they may not read. `field` has the type of the file. */
export const importAccess = (field: string): readonly { readonly key: PermissionKey; readonly when: Filter }[] =>
  ways.map(([key, types]) => ({ key, when: { field, op: 'in', value: types } }));

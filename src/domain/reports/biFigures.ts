import type { Grants } from '@/schema';
import type { PermissionKey } from '@/schema/access';

/** The key that opens the business reports. */
export const biKey = 'reports-bi' satisfies PermissionKey;
/** Whether a person may see the business reports. */
export const mayReport = ({ keys }: Grants): boolean => keys[biKey] !== undefined;

/** The charts of the business reports, in the order of the page. */
export const biCharts = ['pace', 'revenue', 'mix', 'channels', 'geography', 'ages', 'coupons', 'retention'] as const;
export type BiChart = (typeof biCharts)[number];

/** Most events that an answer names, and that the URL of a list can hold. */
export const mostNamedEvents = 60;
/** The lowest age of each group: the first group is everybody below the second value, the last one has no upper limit. */
export const ageGroups = [0, 18, 25, 30, 35, 40, 45, 50, 55, 60, 65] as const;

type Names = Readonly<Record<string, string>>;
/** An event with its previous edition, as far as this person may see both. */
export interface BiEvent {
  readonly eventid: number;
  readonly name: Names;
  /** Day of its start in Mexico City. */
  readonly day: string;
  readonly previous: { readonly eventid: number; readonly name: Names; readonly day: string } | null;
}
/** The events of the figures; `total` is their number when not all are named. */
export interface BiSelection {
  readonly total: number;
  /** How many of them have a previous edition. */
  readonly compared: number;
  readonly events: readonly BiEvent[];
}

/** A figure and that of the last editions at the same distance from the start; `null` when nothing is compared. */
export interface Compared {
  readonly current: number;
  readonly previous: number | null;
}
/** Active registrations by day, cumulative; future days are `null`. */
export interface BiPace {
  readonly today: string;
  readonly now: Compared;
  readonly days: readonly { readonly day: string; readonly current: number | null; readonly previous: number | null }[];
}
/** Money that came in and went back, and what is left, by payment method; the most net first. */
export interface BiMoney {
  readonly received_cents: number;
  readonly returned_cents: number;
  readonly net_cents: number;
  /** The net money of the last editions by the same day. */
  readonly previous_cents: number | null;
}
export interface BiRevenue {
  readonly total: BiMoney;
  /** What the platform keeps of the net money by its commissions; `null` for people who may not read those. */
  readonly fee_cents: number | null;
  readonly rows: readonly (BiMoney & { readonly method: string })[];
}
/** Registrations by one property; `label` is given when the key is a record. */
export interface BiCounts {
  readonly total: Compared;
  readonly rows: readonly (Compared & { readonly key: string | number | null; readonly label?: string | null })[];
}
/** Registrations by age group on the day of the event, and gender; a `null` group has no birth date. */
export interface BiAges {
  readonly total: Compared;
  readonly rows: readonly (Compared & { readonly group: number | null; readonly gender: 'F' | 'M' | 'X' })[];
}
/** The discounts of coupons, and the income of the registrations that used them. */
export interface BiCoupon {
  readonly uses: number;
  readonly discount_cents: number;
  readonly income_cents: number;
}
export interface BiCoupons {
  readonly total: BiCoupon & { readonly coupons: number };
  readonly previous: BiCoupon | null;
  /** By batch, or by coupon if it belongs to none; highest income first. */
  readonly rows: readonly (BiCoupon & {
    readonly couponid: number | null;
    readonly coupon_batchid: number | null;
    readonly label: string | null;
  })[];
}
/** How many athletes of one edition came back to the next. */
export interface BiReturn {
  readonly athletes: number;
  readonly returned: number;
}
export interface BiRetention {
  readonly total: BiReturn;
  readonly rows: readonly (BiReturn & {
    readonly eventid: number;
    readonly name: Names;
    readonly previous_eventid: number;
    readonly previous_name: Names;
  })[];
}
export interface BiAnswers {
  readonly pace: BiPace;
  readonly revenue: BiRevenue;
  readonly mix: BiCounts;
  readonly channels: BiCounts;
  readonly geography: BiCounts;
  readonly ages: BiAges;
  readonly coupons: BiCoupons;
  readonly retention: BiRetention;
}

/** A dashboard of the BI host. */
export interface BiDashboard {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}
export interface BiDashboards {
  /** `local` is this server with its own charts. */
  readonly host: 'local' | 'remote';
  readonly dashboards: readonly BiDashboard[];
}
/** The address of a dashboard for one person; that of an outside host is for them alone and expires soon. */
export interface BiAddress {
  readonly url: string;
  readonly expires_at: string | null;
}

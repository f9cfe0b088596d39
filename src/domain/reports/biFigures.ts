import type { Grants } from '@/schema';
import type { PermissionKey } from '@/schema/access';

/** The key that opens the business reports. */
export const biKey = 'reports-bi' satisfies PermissionKey;
/** Whether a person may see the business reports. */
export const mayReport = ({ keys }: Grants): boolean => keys[biKey] !== undefined;

/** The charts of the business reports, in the order of the page. */
export const biCharts = ['pace', 'mix', 'channels', 'geography', 'ages', 'coupons', 'retention'] as const;
export type BiChart = (typeof biCharts)[number];

/** Most events that an answer names, and that the address of a list can hold. */
export const mostNamedEvents = 60;
/** The youngest of each age group; the first is everybody under the second, the last has no end. */
export const ageGroups = [0, 18, 25, 30, 35, 40, 45, 50, 55, 60, 65] as const;

type Names = Readonly<Record<string, string>>;
/** An event with the edition before it, as far as this person may see both. */
export interface BiEvent {
  readonly eventid: number;
  readonly name: Names;
  /** Day of its start in Mexico City. */
  readonly day: string;
  readonly previous: { readonly eventid: number; readonly name: Names; readonly day: string } | null;
}
/** The events that the figures are of; `total` says how many there are when not all are named. */
export interface BiSelection {
  readonly total: number;
  /** How many of them have an edition before. */
  readonly compared: number;
  readonly events: readonly BiEvent[];
}

/** A figure and the one of the last editions at the same moment; `null` when nothing is compared. */
export interface Compared {
  readonly current: number;
  readonly previous: number | null;
}
/** Active registrations by day, added up; what is still to come is `null`. */
export interface BiPace {
  readonly today: string;
  readonly now: Compared;
  readonly days: readonly { readonly day: string; readonly current: number | null; readonly previous: number | null }[];
}
/** Registrations by one property; `label` where the key is a record. */
export interface BiCounts {
  readonly total: Compared;
  readonly rows: readonly (Compared & { readonly key: string | number | null; readonly label?: string | null })[];
}
/** Registrations by age group on the day of the event, and gender; a `null` group has no birth date. */
export interface BiAges {
  readonly total: Compared;
  readonly rows: readonly (Compared & { readonly group: number | null; readonly gender: 'F' | 'M' | 'X' })[];
}
/** What coupons gave away, and what came in with them. */
export interface BiCoupon {
  readonly uses: number;
  readonly discount_cents: number;
  readonly income_cents: number;
}
export interface BiCoupons {
  readonly total: BiCoupon & { readonly coupons: number };
  readonly previous: BiCoupon | null;
  /** By batch, or by coupon where it belongs to none; most income first. */
  readonly rows: readonly (BiCoupon & {
    readonly couponid: number | null;
    readonly coupon_batchid: number | null;
    readonly label: string | null;
  })[];
}
/** Of the athletes of one edition, those who came back to the next. */
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
/** Where one person sees a dashboard; the address of an outside host is theirs alone and soon worth nothing. */
export interface BiAddress {
  readonly url: string;
  readonly expires_at: string | null;
}

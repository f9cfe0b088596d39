import type { Head } from './Head';
import type { Price, PaymentLine } from './Receipt';
import type { TracedSignature } from './Waiver';

/** One row of the log: when, what and who. Of changes only the names of the fields, because the bank must not read notes of the staff. */
export interface LogLine {
  readonly at: string;
  readonly status: string;
  readonly label: string | null;
  readonly changed: readonly string[];
  readonly actor_type: string;
  readonly actor: string | null;
  readonly ip: string | null;
}
export interface DeliveredItem {
  readonly name: string | null;
  readonly qty: number;
  readonly status: string;
  readonly new_size: string | null;
}
/** A kit that was handed out, and to whom. */
export interface DeliveryLine {
  readonly at: string;
  readonly status: string;
  readonly desk: string | null;
  readonly by: string | null;
  readonly receiver_type: string;
  readonly receiver_name: string | null;
  readonly id_type: string | null;
  readonly id_last4: string | null;
  readonly number: number | null;
  readonly items: readonly DeliveredItem[];
}
export interface ScanLine {
  readonly at: string;
  readonly point: string;
  readonly direction: string;
  readonly result: string;
}
export interface ResultLine {
  readonly number: number | null;
  readonly status: string;
  readonly chip_time_ms: number | null;
  readonly gun_time_ms: number | null;
  readonly place_overall: number | null;
}

/** The person who paid, as the bank has to know them. */
export interface Holder {
  readonly email: string | null;
  readonly phone: string | null;
  readonly birth_date: string | null;
  readonly city: string | null;
  readonly registered_through: string | null;
}
export interface Dispute {
  readonly opened_at: string;
  readonly amount_cents: number;
  readonly reference: string | null;
  readonly status: string;
}

/** The contents of an evidence pack: what is known of a registration whose payment a bank disputes. */
export interface Evidence {
  readonly head: Head;
  readonly status: string;
  readonly checked_in_at: string | null;
  readonly holder: Holder;
  readonly dispute: Dispute | null;
  readonly price: Price;
  readonly payments: readonly PaymentLine[];
  readonly signatures: readonly TracedSignature[];
  readonly deliveries: readonly DeliveryLine[];
  readonly scans: readonly ScanLine[];
  readonly results: readonly ResultLine[];
  readonly log: readonly LogLine[];
}

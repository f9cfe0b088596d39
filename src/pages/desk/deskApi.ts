import type { DeskKit, DeskPerson } from '@/domain/registration/desk';
import { isParts } from '@/schema/unknown';
import type { Handing } from '@/resources/kit_deliveries/handingFields';

/** The time zone of texts is that of the product; instants are ISO texts in UTC. */
export interface DeskInfo {
  readonly event: {
    readonly eventid: number;
    readonly name: Readonly<Record<string, string | undefined>>;
    readonly start_at: string;
    readonly end_at: string | null;
    readonly numbering_mode: string | null;
  };
  readonly kits: readonly DeskKit[];
  readonly desks: readonly { readonly deskid: number; readonly name: string; readonly letter_range: string | null }[];
  readonly distances: readonly { readonly distanceid: number; readonly name: string }[];
  readonly sizes: readonly {
    readonly tshirt_modelid: number;
    readonly model: string;
    readonly size: string;
    readonly available: number | null;
    readonly oversell: boolean | null;
  }[];
  readonly is_supervisor: boolean;
  readonly now: string;
}
/** A delivery that waits for a supervisor. */
export interface DeskConflict {
  readonly kit_deliveryid: number;
  readonly inscriptionid: number;
  readonly reason: string | null;
  readonly at: string;
  readonly device_id: string | null;
}
/** One page of registrations, and where the next one begins. */
export interface PeoplePage {
  readonly people: readonly DeskPerson[];
  readonly next: number | null;
  readonly conflicts: readonly DeskConflict[];
  readonly now: string;
}
/** What the server answers to a delivery. */
export interface HandedKit {
  readonly kit_deliveryid: number;
  readonly status: string;
  readonly reason: string | null;
  readonly person: DeskPerson | null;
}
/** The counters of an event. */
export interface BoardFigures {
  readonly event: Readonly<Record<string, string | undefined>>;
  readonly total: number;
  readonly delivered: number;
  readonly partial: number;
  readonly conflicts: number;
  readonly desks: readonly {
    readonly deskid: number | null;
    readonly name: string | null;
    readonly count: number;
    readonly recently: number;
  }[];
  readonly people: readonly {
    readonly userid: number | null;
    readonly name: string | null;
    readonly count: number;
    readonly recently: number;
  }[];
  readonly hours: readonly { readonly hour: string; readonly count: number }[];
  readonly last: readonly {
    readonly kit_deliveryid: number;
    readonly number: number | null;
    readonly desk: string | null;
    readonly at: string;
  }[];
}

/** A kit that is handed out now; a photograph that was taken without a network is stored with it and uploaded later. */
export interface DeskHanding extends Omit<Handing, 'evidence_files'> {
  readonly photos?: readonly string[];
}
/** What this device stored of a delivery, if it is one. */
export const isHanding = (some: unknown): some is DeskHanding => isParts(some) && typeof some['inscriptionid'] === 'number';

const base = '/v2/kits/kit_deliveries';
/** The address of an action of deliveries, of one or of the list. */
export const deliveryAction = (action: string, id?: number): string =>
  id === undefined ? `${base}/actions/${action}` : `${base}/${id}/${action}`;
/** The small photograph of the person of a registration. */
export const portraitAddress = (inscriptionid: number): string => `${base}/portraits/${inscriptionid}`;
const salesBase = '/v2/inscription/store_sales';
/** The address of an action of sales, of one or of the list. */
export const saleAction = (action: string, id?: number): string =>
  id === undefined ? `${salesBase}/actions/${action}` : `${salesBase}/${id}/${action}`;

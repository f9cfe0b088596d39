import type { AnyResource } from '@/schema';

/** A resource whose records are kept by a service outside: what it tells us, and how its records are known there. */
export interface Mirror {
  /** How the state of the exchange is kept, and in whose words it is told. */
  readonly service: 'bike_service' | 'store_pickup';
  readonly resource: AnyResource;
  /** The part of the address under which the service has the records. */
  readonly collection: string;
  /** The field by which both sides know a record. */
  readonly ref: string;
  /** Fields that are not the service's to tell. */
  readonly ours: readonly string[];
  /** The field that takes what staff writes with a report. */
  readonly notes: string | null;
}

/** The fields of a record that the service tells. */
export const toldBy = ({ resource, ours }: Mirror): readonly string[] =>
  Object.keys(resource.fields).filter((name) => !ours.includes(name));

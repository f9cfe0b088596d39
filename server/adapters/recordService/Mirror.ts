import type { AnyResource } from '@/schema';

/** A resource whose records are kept by an outside service: the fields that it provides, and how its records are identified there. */
export interface Mirror {
  /** The name of the service in the state of the exchange and in its messages. */
  readonly service: 'bike_service' | 'store_pickup';
  readonly resource: AnyResource;
  /** The part of the address under which the service has the records. */
  readonly collection: string;
  /** The field with which both sides identify a record. */
  readonly ref: string;
  /** Fields that the service does not provide. */
  readonly ours: readonly string[];
  /** The field for the notes that staff writes with a report. */
  readonly notes: string | null;
}

/** The fields of a record that the service provides. */
export const mirroredFields = ({ resource, ours }: Mirror): readonly string[] =>
  Object.keys(resource.fields).filter((name) => !ours.includes(name));

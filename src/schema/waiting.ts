import { allOf, type Filter } from './filter';
import { must } from './must';
import type { AnyResource } from './resource';

/** As a value in the condition of something that waits: this moment. */
export const thisMoment = '@thisMoment';
/** The same moment so many days later, or earlier when they are negative. */
export const inDays = (days: number): string => `@inDays:${days}`;
const inDaysForm = /^@inDays:(-?\d+)$/,
  dayMs = 86_400_000;

/** Work that waits for somebody: which rows, and for whom. Its text is `<resource>.waits.<name>`. */
export interface Waiting<F = any, A extends string = string> {
  /** The rows that wait; `thisMoment` and `inDays(n)` as values are times. */
  readonly when: Filter;
  /** The action that settles it. It waits for people who may run it on the row; the permission to edit counts when absent, and that to view for what is done by reading it. */
  readonly for?: A;
  /** The field with the person or the persons for whom alone it waits, whose permission to view is enough. */
  readonly owner?: keyof F & string;
  /** The field with a person for whom it does not wait, such as the one who asked. */
  readonly notFor?: keyof F & string;
  /** The field that says since when it waits; the creation of the row when absent or empty. */
  readonly since?: keyof F & string;
  /** It is done as soon as its person has read it. */
  readonly untilRead?: true;
  /** After so many days it is no longer shown. */
  readonly days?: number;
  /** What a line of it says besides the title of the row. */
  readonly says?: readonly (keyof F & string)[];
}

const resolved = (filter: Filter, now: number): Filter => {
  if ('and' in filter) return { and: filter.and.map((each) => resolved(each, now)) };
  if ('or' in filter) return { or: filter.or.map((each) => resolved(each, now)) };
  if ('not' in filter) return { not: resolved(filter.not, now) };
  if (filter.value === thisMoment) return { ...filter, value: new Date(now).toISOString() };
  const [, days] = (typeof filter.value === 'string' && inDaysForm.exec(filter.value)) || [];
  return days === undefined ? filter : { ...filter, value: new Date(now + Number(days) * dayMs).toISOString() };
};

/** Something of a resource that waits, by its name; throws when there is none. */
export const waitingOf = ({ name, waits = {} }: AnyResource, wait: string): Waiting => must(waits[wait], `what waits as ${name}.${wait}`);

/** The rows that wait, no matter for whom: a condition that their list takes. */
export const waitingWhen = (resource: AnyResource, wait: string, now: number): Filter => resolved(waitingOf(resource, wait).when, now);

/** The rows that wait for one person. */
export const waitingFor = (
  resource: AnyResource,
  wait: string,
  { userid, now }: { readonly userid: number; readonly now: number },
): Filter => {
  const { owner, notFor } = waitingOf(resource, wait);
  const is = (field: string): Filter =>
    resource.all[field]?.targets ? { field, op: 'has', value: [userid] } : { field, op: 'eq', value: userid };
  const when = waitingWhen(resource, wait, now);
  return allOf(when, owner ? is(owner) : null, notFor ? { not: is(notFor) } : null) ?? when;
};

import { mostNamedEvents, type BiSelection } from '@/domain/reports/biFigures';
import { allOf, type Filter, type Grants, type Registry } from '@/schema';
import { can } from '@/schema/project/access';
import { explainedAt } from '@/views/list/model/explainedAt';
import { active } from '../home/figures';

/** The address of the list that explains a figure; `null` when there is no such list, or none that the person may open. */
export type Explain = (more: Filter | null, of?: Filter | null, resource?: 'inscriptions' | 'payments') => string | null;

/** Figures of the chosen registrations or payments link to the list of exactly those, as long as its URL can hold the events. */
export const explainBy =
  (registry: Registry, grants: Grants, { total, events }: BiSelection): Explain =>
  (more, of = active, resource = 'inscriptions') => {
    if (total === 0 || total > mostNamedEvents || !can(grants, 'list', registry.get(resource))) return null;
    const ids = events.map(({ eventid }) => eventid);
    return explainedAt(
      resource,
      allOf(ids.length === 1 ? { field: 'eventid', op: 'eq', value: ids[0] } : { field: 'eventid', op: 'in', value: ids }, of, more),
    );
  };

const shifted = (day: string, years: number, days: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year - years, month, 0)).getUTCDate();
  return new Date(Date.UTC(year - years, month - 1, Math.min(date, last) + days)).toISOString().slice(0, 10);
};
const oldest = '1900-01-01';
/** The birth dates of people between two ages on a day; an age without upper limit goes back to the oldest. */
export const bornFor = (day: string, youngest: number, beyond: number | undefined): Filter => ({
  field: 'birth_date',
  op: 'between',
  value: [beyond === undefined ? oldest : shifted(day, beyond, 1), shifted(day, youngest, 0)],
});

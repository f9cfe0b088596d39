import type { BiCounts } from '@/domain/reports/biFigures';
import { CountsChart } from './CountsChart';

interface AddedCountsProps {
  readonly answer: BiCounts;
  readonly what: string;
  readonly counted: string;
  readonly label: (key: string) => string;
}
/** Rows of a resource of a plugin by the values of a field. */
const AddedCounts = ({ answer: { total, rows }, what, counted, label }: AddedCountsProps) => (
  <CountsChart
    what={what}
    counted={counted}
    total={total}
    rows={rows.map(({ key, current, previous }) => ({ key: String(key), label: label(String(key)), to: null, current, previous }))}
  />
);
export default AddedCounts;

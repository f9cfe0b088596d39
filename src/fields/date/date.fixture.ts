import { defineFixture } from '@/schema/fixture';
import { date } from './date';

export default defineFixture({
  field: date(),
  valid: ['2026-03-01', '2024-02-29'],
  invalid: ['2026-02-30', '01/03/2026', '2026-03-01T00:00:00Z', 20_260_301],
  long: { value: '9999-12-31' },
});

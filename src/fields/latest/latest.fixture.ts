import { defineFixture } from '@/schema/fixture';
import { latest } from './latest';

export default defineFixture({
  field: latest('legs.raceid', 'day'),
  valid: ['2026-03-01', '2024-02-29'],
  invalid: ['2026-02-30', 20_260_301],
  long: { value: '9999-12-31' },
});

import { defineFixture } from '@/schema/fixture';
import { sum } from './sum';

export default defineFixture({
  field: sum('legs.raceid', 'price_cents', { stored: true }),
  valid: [0, 9_000_000_000],
  invalid: [1.5, '3'],
  long: { value: 9_000_000_000 },
});

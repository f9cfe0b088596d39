import { defineFixture } from '@/schema/fixture';
import { count } from './count';

export default defineFixture({
  field: count('legs.raceid', { stored: true }),
  valid: [0, 30_000],
  invalid: [1.5, '3'],
  long: { value: 2_000_000_000 },
});

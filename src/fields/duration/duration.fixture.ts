import { defineFixture } from '@/schema/fixture';
import { duration } from './duration';

export default defineFixture({
  field: duration({ unit: 'ms', min: 0 }),
  valid: [0, 3_723_000, 2_530_500, 45_001],
  invalid: [-1, 1.5, '1:02:03', 2_000_000_001, Number.NaN],
  long: { value: 2_000_000_000 },
});

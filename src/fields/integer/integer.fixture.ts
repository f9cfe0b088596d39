import { defineFixture } from '@/schema/fixture';
import { integer } from './integer';

export default defineFixture({
  field: integer({ min: 0, max: 200_000 }),
  valid: [0, 42, 200_000],
  invalid: [-1, 200_001, 1.5, '12', Number.NaN],
  long: { value: 200_000 },
});

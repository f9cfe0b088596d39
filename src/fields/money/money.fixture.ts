import { defineFixture } from '@/schema/fixture';
import { money } from './money';

export default defineFixture({
  field: money(),
  valid: [0, 1, 45_050, 2_000_000_000],
  invalid: [-1, 12.5, '12', 2_000_000_001],
  long: { value: 2_000_000_000 },
});

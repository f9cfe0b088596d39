import { defineFixture } from '@/schema/fixture';
import { decimal } from './decimal';

export default defineFixture({
  field: decimal({ min: -90, max: 90, scale: 6 }),
  valid: [0, 25.686614, -90],
  invalid: [-90.5, 91, '1', Number.NaN],
  long: { value: -89.999999 },
});

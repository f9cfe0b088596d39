import { defineFixture } from '@/schema/fixture';
import { color } from './color';

export default defineFixture({
  field: color(),
  valid: ['#14213d', '#ffffff', '#e4572e'],
  invalid: ['', 'red', '#12', '#12345g', 'url(x)', 255],
  long: { value: '#14213d' },
});

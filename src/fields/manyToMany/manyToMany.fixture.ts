import { defineFixture } from '@/schema/fixture';
import { manyToMany } from './manyToMany';

export default defineFixture({
  field: manyToMany('sponsors', { max: 3 }),
  valid: [[1], [2, 9_007_199_254], []],
  invalid: [1, [0], [-1], [1.5], ['7'], [1, 2, 3, 4], [null]],
  long: { value: [1, 2, 3] },
});

import { defineFixture } from '@/schema/fixture';
import { choices } from './choices';

export default defineFixture({
  field: choices(['mon', 'tue', 'wed']),
  valid: [['mon'], ['wed', 'mon'], []],
  invalid: ['mon', ['sun'], ['mon', 'mon']],
  long: { value: ['mon', 'tue', 'wed'] },
});

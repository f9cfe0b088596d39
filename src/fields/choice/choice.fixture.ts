import { defineFixture } from '@/schema/fixture';
import { choice } from './choice';

export default defineFixture({
  field: choice(['running', 'trail'], { byForm: ['trail'] }),
  valid: ['running', 'trail'],
  invalid: ['swim', '', null, 1],
  long: { value: 'running' },
});

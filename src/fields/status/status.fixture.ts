import { defineFixture } from '@/schema/fixture';
import { status } from './status';

export default defineFixture({
  field: status({ open: { tone: 'green', icon: 'check' }, closed: { tone: 'grey', icon: 'lock', strike: true } }),
  valid: ['open', 'closed'],
  invalid: ['ajar', '', null],
  long: { value: 'closed' },
});

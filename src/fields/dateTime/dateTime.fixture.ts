import { defineFixture } from '@/schema/fixture';
import { dateTime } from './dateTime';

export default defineFixture({
  field: dateTime(),
  valid: ['2026-03-01T13:00:00.000Z', '2022-10-30T06:30:00.000Z'],
  invalid: ['2026-03-01', '2026-03-01T13:00:00', 'mañana', 0],
  long: { value: '9999-12-31T23:59:59.000Z' },
});

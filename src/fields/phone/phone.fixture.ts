import { defineFixture } from '@/schema/fixture';
import { phone } from './phone';

export default defineFixture({
  field: phone(),
  valid: ['8112345678', '+34600111222'],
  invalid: ['123', '+0123456789', 'teléfono', 8_112_345_678],
  long: { value: '+529999999999999' },
});

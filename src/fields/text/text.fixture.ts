import { defineFixture } from '@/schema/fixture';
import { text } from './text';

export default defineFixture({
  field: text({ min: 2, max: 12 }),
  valid: ['Río', 'a b', 'Ñandú & co'],
  invalid: ['', ' ', 'x', 'thirteen char', 'two\nlines', 'a\u202eb', 'a\u0007b', 7, null],
  long: { field: text({ max: 200 }), value: `${'Asociación Metropolitana de Atletismo y Deportes Acuáticos '.repeat(2)}${'x'.repeat(60)}` },
});

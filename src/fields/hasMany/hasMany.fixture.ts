import { defineFixture } from '@/schema/fixture';
import { hasMany } from './hasMany';

export default defineFixture({
  field: hasMany('legs.raceid', { order: 'sort', min: 0, max: 3 }),
  valid: [[], [{ name: 'Nado', price_cents: 1 }]],
  invalid: ['x', [1], [{}, {}, {}, {}]],
  long: {
    value: [
      { name: 'Nado en aguas abiertas desde la playa norte hasta el muelle de los pescadores', price_cents: 2_000_000_000 },
      { name: 'Bici', price_cents: 0 },
      { name: 'Carrera', price_cents: 1 },
    ],
  },
});

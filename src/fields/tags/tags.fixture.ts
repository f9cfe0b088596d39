import { defineFixture } from '@/schema/fixture';
import { tags } from './tags';

export default defineFixture({
  field: tags({ max: 3, length: 12 }),
  valid: [['vip'], ['prensa', 'silla de', 'ñandú'], []],
  invalid: ['vip', [''], [3], ['una etiqueta demasiado larga'], ['a', 'b', 'c', 'd'], [null]],
  long: { field: tags({ max: 20, length: 40 }), value: Array.from({ length: 14 }, (_, at) => `etiqueta de la ruta número ${at + 1}`) },
});

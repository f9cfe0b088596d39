import { defineFixture } from '@/schema/fixture';
import { slug } from './slug';

export default defineFixture({
  field: slug(),
  valid: ['triatlon-monterrey-2026', 'a1'],
  invalid: ['Mayus', 'con espacio', '-guion', 'doble--guion', 'ñ1', 'x', 3],
  long: { value: 'gran-carrera-nacional-de-la-independencia-y-la-revolucion-mexicana-edicion-2026' },
});

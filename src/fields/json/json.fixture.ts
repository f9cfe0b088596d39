import { defineFixture } from '@/schema/fixture';
import { json } from './json';

export default defineFixture({
  field: json(),
  valid: [{ a: [1, 'dos', null] }, [], 'texto', 3],
  invalid: [undefined, () => 1, 'x'.repeat(70_000)],
  long: {
    value: {
      preguntas: Array.from({ length: 12 }, (_, at) => ({
        clave: `pregunta_${at}`,
        texto: '¿Cuál es tu mejor tiempo en esta distancia y en qué carrera lo hiciste?',
      })),
    },
  },
});

import { defineFixture } from '@/schema/fixture';
import { richText } from './richText';

export default defineFixture({
  field: richText({ max: 120 }),
  valid: [
    '<p>Salida a las <strong>7:00</strong></p>',
    '<h2>Ruta</h2><ul><li><p>Uno</p></li></ul>',
    '<p>Más en <a href="https://example.com/">la página</a></p>',
  ],
  invalid: ['', '<p></p>', '<p> <br></p><hr>', `<p>${'x'.repeat(120)}</p>`, 5, { es: '<p>x</p>' }],
  long: {
    field: richText({ max: 8000 }),
    value: `<h2>Ruta</h2>${'<p>Salida a las <strong>7:00</strong> frente al palacio municipal, por la avenida principal hasta el parque.</p>'.repeat(8)}<ul><li><p>Uno</p></li><li><p>Dos</p></li></ul>`,
  },
});

import { defineFixture } from '@/schema/fixture';
import { url } from './url';

export default defineFixture({
  field: url({ max: 80 }),
  valid: ['https://example.com/', 'http://example.com:8080/ruta?x=1#mapa', 'https://xn--marat-3ta.mx/'],
  invalid: [
    '',
    '   ',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com/',
    'https://user:secret@example.com/',
    'http://localhost',
    'una frase',
    `https://example.com/${'x'.repeat(80)}`,
    3,
  ],
  long: { field: url({ max: 300 }), value: `https://example.com/${'resultados/'.repeat(20)}2026?ronda=final#tabla` },
});

import { defineFixture } from '@/schema/fixture';
import { email } from './email';

export default defineFixture({
  field: email(),
  valid: ['ana@example.mx', 'a.b+c@sub.example.com'],
  invalid: ['ana', 'ana@', '@example.mx', 'a b@example.mx', 4],
  long: { value: `${'corredora.de.larga.distancia.'.repeat(2)}ana@inscripciones.asociacion-metropolitana-de-atletismo.example.com` },
});

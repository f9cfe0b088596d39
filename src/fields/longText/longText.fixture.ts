import { defineFixture } from '@/schema/fixture';
import { longText } from './longText';

export default defineFixture({
  field: longText({ max: 40 }),
  valid: ['Una línea', 'Dos\\nlíneas'],
  invalid: ['', '   ', 'x'.repeat(41), 5],
  long: {
    field: longText({ max: 4000 }),
    value: Array.from({ length: 6 }, () =>
      'Lleva tu identificación y la carta responsiva firmada; sin ellas no se entrega el paquete a nadie. '.repeat(3).trim(),
    ).join('\n\n'),
  },
});

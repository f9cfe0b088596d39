import { defineFixture } from '@/schema/fixture';
import { i18nText } from './i18nText';

export default defineFixture({
  field: i18nText({ max: 60 }),
  valid: [{ es: 'Carrera' }, { es: 'Carrera', en: 'Race' }, { es: 'Carrera', en: null }],
  invalid: [
    'Carrera',
    { en: 'Race' },
    { es: '' },
    { es: 'x'.repeat(61) },
    { es: 'a', fr: 'b' },
    { es: 'two\r\nlines' },
    { es: 'a', en: 'b\u2066c' },
  ],
  long: {
    value: {
      es: 'Gran Carrera Nacional de la Independencia y la Revolución 10',
      en: 'Great National Race of Independence and the Revolution 2026',
    },
  },
});

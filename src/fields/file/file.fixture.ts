import { defineFixture } from '@/schema/fixture';
import { file } from './file';

const route = { url: '/api/upload/4QmZ_a-9.pdf', name: 'Ruta 10 km.pdf', size: 48_213, type: 'application/pdf' };

export default defineFixture({
  field: file({ accept: ['pdf', 'csv'], multiple: 2 }),
  valid: [[route], [route, { ...route, url: '/api/upload/b.csv' }], []],
  invalid: [
    route,
    [route, route],
    [{ ...route, url: '/api/upload/a.exe' }],
    [{ ...route, url: '/api/upload/../a.pdf' }],
    [{ ...route, url: 'https://example.com/a.pdf' }],
    [{ ...route, url: 'javascript:alert(1)' }],
    [{ ...route, owner: 3 }],
    '/api/upload/a.pdf',
  ],
  long: {
    value: [
      { ...route, name: `${'Reglamento y guía del competidor '.repeat(4)}.pdf` },
      { ...route, url: '/api/upload/c.csv', name: `${'sin_espacios_'.repeat(8)}.csv` },
    ],
  },
});

import { defineFixture } from '@/schema/fixture';
import { image } from './image';

export default defineFixture({
  field: image(),
  valid: ['/api/upload/portada-2026.webp', 'https://cdn.example.com/a.png'],
  invalid: ['javascript:alert(1)', '/etc/passwd', 'http://example.com/a.png', '/api/upload/../x.png', 3],
  long: { value: `/api/upload/${'portada-'.repeat(20)}.webp` },
});

import { defineFixture } from '@/schema/fixture';
import { url } from '../url/url';
import { links } from './links';

export default defineFixture({
  field: links({ web: url(), instagram: url() }),
  valid: [{ web: 'https://example.com/' }, { web: 'https://example.com/', instagram: 'https://instagram.com/x' }],
  invalid: ['x', [], { web: 'no' }, { other: 'https://example.com' }, { web: 1 }],
  long: { value: { web: `https://example.com/${'x'.repeat(200)}`, instagram: 'https://instagram.com/carrera' } },
});

import { defineFixture } from '@/schema/fixture';
import { text } from './text';

export default defineFixture({ field: text({ min: 2, max: 12 }), valid: ['Río', 'a b', 'Ñandú & co'], invalid: ['', ' ', 'x', 'thirteen char', 7, null] });

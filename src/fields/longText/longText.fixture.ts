import { defineFixture } from '@/schema/fixture';
import { longText } from './longText';

export default defineFixture({ field: longText({ max: 40 }), valid: ['Una línea', 'Dos\\nlíneas'], invalid: ['', '   ', 'x'.repeat(41), 5] });

import { defineFixture } from '@/schema/fixture';
import { json } from './json';

export default defineFixture({ field: json(), valid: [{ a: [1, 'dos', null] }, [], 'texto', 3], invalid: [undefined, () => 1, 'x'.repeat(70_000)] });

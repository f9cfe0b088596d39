import { defineFixture } from '@/schema/fixture';
import { boolean } from './boolean';

export default defineFixture({ field: boolean(), valid: [true, false], invalid: [null, 'true', 1], long: { value: true } });

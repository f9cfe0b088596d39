import { defineFixture } from '@/schema/fixture';
import { percent } from './percent';

export default defineFixture({ field: percent(), valid: [0, 1250, 10_000], invalid: [-1, 10_001, 12.5, '5'], long: { value: 10_000 } });

import { defineFixture } from '@/schema/fixture';
import { belongsTo } from './belongsTo';

export default defineFixture({ field: belongsTo('sponsors'), valid: [1, 9_007_199_254], invalid: [0, -1, 1.5, '7'], long: { value: 3 } });

import { defineFixture } from '@/schema/fixture';
import { hasMany } from './hasMany';

export default defineFixture({ field: hasMany('legs.raceid', { order: 'sort', max: 3 }), valid: [[], [{ name: 'Nado', price_cents: 1 }]], invalid: ['x', [1], [{}, {}, {}, {}]] });

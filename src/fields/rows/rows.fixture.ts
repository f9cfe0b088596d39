import { defineFixture } from '@/schema/fixture';
import { choice } from '../choice/choice';
import { decimal } from '../decimal/decimal';
import { rows } from './rows';

const leg = { kind: choice(['paid', 'free'], { required: true }), km: decimal({ min: 0, required: true }) };

export default defineFixture({
  field: rows(leg, { max: 2 }),
  valid: [
    [],
    [{ kind: 'paid', km: 1.5 }],
    [
      { kind: 'free', km: 40 },
      { kind: 'paid', km: 0 },
    ],
  ],
  invalid: [
    'x',
    {},
    [1],
    [{ kind: 'paid' }],
    [{ kind: 'other', km: 1 }],
    [{ kind: 'paid', km: -1 }],
    [{ kind: 'paid', km: 1, more: 1 }],
    Array.from({ length: 3 }, () => ({ kind: 'paid', km: 1 })),
  ],
  long: {
    field: rows(leg, { max: 20 }),
    value: Array.from({ length: 12 }, (_, at) => ({ kind: at % 2 ? 'paid' : 'free', km: 10_000.5 + at })),
  },
});

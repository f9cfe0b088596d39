import { defineFixture } from '@/schema/fixture';
import { curp } from './curp';

export default defineFixture({
  field: curp(),
  valid: ['HEGG560427MVZRRL04', 'MAAR790213HMNRLF03', 'ROMA050630MNLDRNA9', 'SAXT000229HJCNXMA3'],
  invalid: ['HEGG560427MVZRRL05', 'HEGG560427MVZRLR04', 'SAXT000229HJCNXM03', 'GARC900231HDFRRN09', 'HEGG560427MVZRRL0', '', 560_427],
  long: { value: 'HEGG560427MVZRRL04' },
});

import { defineViews } from '@/fields/kit/contracts';
import { external_inscriptions } from './external_inscriptions';

export default defineViews(external_inscriptions, { covers: ['fingerprint', 'error'] });

import { defineViews } from '@/fields/kit/contracts';
import { SerialLink } from './SerialLink';
import { serials } from './serials';

export default defineViews(serials, { lead: SerialLink, covers: ['ranking_asked_at'] });

import { defineViews } from '@/fields/kit/contracts';
import { events } from './events';
import { PaceAnswer } from './PaceAnswer';

export default defineViews(events, { outcomes: { pace: PaceAnswer } });

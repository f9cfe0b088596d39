import { defineViews } from '@/views/contracts';
import { events } from './events';
import { PaceAnswer } from './PaceAnswer';

export default defineViews(events, { outcomes: { pace: PaceAnswer } });

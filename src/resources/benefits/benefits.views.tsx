import { defineViews } from '@/fields/kit/contracts';
import { benefits } from './benefits';
import { ReachAnswer } from './ReachAnswer';

export default defineViews(benefits, { outcomes: { reach: ReachAnswer } });

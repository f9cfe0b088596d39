import { defineViews } from '@/views/contracts';
import { BinVerdicts } from './BinVerdicts';
import { promotion_bins } from './promotion_bins';

export default defineViews(promotion_bins, { outcomes: { test: BinVerdicts } });

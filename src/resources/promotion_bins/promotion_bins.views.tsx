import { defineViews } from '@/fields/kit/contracts';
import { BinVerdicts } from './BinVerdicts';
import { UsesByEvent } from './UsesByEvent';
import { promotion_bins } from './promotion_bins';

export default defineViews(promotion_bins, { outcomes: { test: BinVerdicts, uses: UsesByEvent } });

import { defineViews } from '@/fields/kit/contracts';
import { ForecastAnswer } from './ForecastAnswer';
import { kits } from './kits';

export default defineViews(kits, { outcomes: { forecast: ForecastAnswer } });

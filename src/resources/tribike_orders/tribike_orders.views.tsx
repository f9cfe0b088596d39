import { MirrorState } from '@/views/action/MirrorState';
import { defineViews } from '@/fields/kit/contracts';
import { tribike_orders } from './tribike_orders';

export default defineViews(tribike_orders, { outcomes: { refresh: MirrorState } });

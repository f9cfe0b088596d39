import { MirrorState } from '@/views/action/MirrorState';
import { defineViews } from '@/views/contracts';
import { tribike_orders } from './tribike_orders';

export default defineViews(tribike_orders, { outcomes: { refresh: MirrorState } });

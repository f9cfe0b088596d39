import { MirrorState } from '@/views/action/MirrorState';
import { defineViews } from '@/fields/kit/contracts';
import { innovasport_pickups } from './innovasport_pickups';

export default defineViews(innovasport_pickups, { outcomes: { refresh: MirrorState } });

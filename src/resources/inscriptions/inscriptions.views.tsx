import { defineViews } from '@/fields/kit/contracts';
import { inscriptions } from './inscriptions';
import { SignQr } from './SignQr';

export default defineViews(inscriptions, { outcomes: { sign_link: SignQr } });

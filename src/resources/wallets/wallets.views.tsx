import { lazy } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import { wallets } from './wallets';

export default defineViews(wallets, { lead: lazy(() => import('./WalletPanel')), covers: ['block_reason', 'promo_expires_at'] });

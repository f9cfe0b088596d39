import { lazy } from 'react';
import type { SubscriptionFigures as Figures } from '@/domain/subscriptions/figures';
import { defineViews } from '@/fields/kit/contracts';
import { isParts } from '@/schema/unknown';
import { apolo_subscriptions } from './apolo_subscriptions';
import { ChangeConsequences } from './ChangeConsequences';
import { SubscriptionFigures } from './SubscriptionFigures';

const areFigures = (result: unknown): result is Figures =>
  isParts(result) && typeof result['mrr_cents'] === 'number' && Array.isArray(result['months']);
/** The figures of the month, in the dialog of their action. */
const FiguresAnswer = ({ result, onFollow }: { readonly result: unknown; readonly onFollow: () => void }) =>
  areFigures(result) ? <SubscriptionFigures figures={result} onFollow={onFollow} /> : null;

export default defineViews(apolo_subscriptions, {
  lead: lazy(() => import('./SubscriptionPanel')),
  covers: ['card_session', 'card_ref'],
  consequences: { change_plan: ChangeConsequences },
  outcomes: { figures: FiguresAnswer },
});

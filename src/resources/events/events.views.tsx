import { defineViews } from '@/fields/kit/contracts';
import { CancelConsequences, PostponeConsequences, ReopenConsequences } from './EventConsequences';
import { events } from './events';
import { PaceAnswer } from './PaceAnswer';

export default defineViews(events, {
  consequences: { cancel: CancelConsequences, postpone: PostponeConsequences, reopen: ReopenConsequences },
  outcomes: { pace: PaceAnswer },
});

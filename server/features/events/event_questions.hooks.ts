import { event_questions } from '@/resources/event_questions/event_questions';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, invalid } from '../../kernel/DomainError';

/** What happens around a question that only the server knows: answers keep the meaning that they were given with. */
export const eventQuestionsHooks = defineHooks(event_questions, {
  beforeWrite: async ({ before, values }) => {
    if (!before) return;
    if (values['visible_if_questionid'] === before['questionid'])
      throw invalid([{ path: 'visible_if_questionid', code: 'QUESTION_OF_ITSELF' }]);
    const isOther = values['type'] !== undefined && values['type'] !== before['type'];
    if (isOther && Number(before['answers_count']) > 0) throw conflict('QUESTION_ANSWERED', [{ path: 'type', code: 'QUESTION_ANSWERED' }]);
  },
});

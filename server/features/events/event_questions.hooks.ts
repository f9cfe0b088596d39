import { event_questions } from '@/resources/event_questions/event_questions';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';

/** The server's rules for a question: answers keep the meaning with which they were given. */
export const eventQuestionsHooks = defineHooks(event_questions, {
  fields: {
    visible_if_questionid: {
      validate: async ({ value, before }) => (before && value === before.questionid ? 'QUESTION_OF_ITSELF' : undefined),
    },
    type: {
      validate: async ({ before }) => {
        if (before && before.answers_count > 0) throw conflict('QUESTION_ANSWERED', [{ path: 'type', code: 'QUESTION_ANSWERED' }]);
        return undefined;
      },
    },
  },
});

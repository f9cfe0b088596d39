/** Codes of answers to the questions of an event. */
export const questionCodes = {
  ANSWER_CHOICE: 400,
  ANSWER_RANGE: 400,
  ANSWER_LENGTH: 400,
  ANSWER_FORMAT: 400,
  QUESTION_NOT_ASKED: 400,
} as const;

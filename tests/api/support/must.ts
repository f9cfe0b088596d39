import { expect } from 'vitest';

/** The answer of a request that must succeed. */
export const must = async (answer: Promise<{ readonly status: number; readonly body: any }>): Promise<any> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
};

import { expect, test } from 'vitest';
import { isWanted, papersOf, verdictOf } from '@/domain/affiliations/papers';

const today = '2027-03-01',
  file = { url: '/api/upload/x.pdf' };
const stateOf = (...docs: readonly Readonly<Record<string, unknown>>[]) =>
  papersOf(
    ['acta'],
    docs.map((doc) => ({ type: 'acta', ...doc })),
    today,
  )[0]?.state;

test('a paper is what its best document is; without a file it is missing', () => {
  expect(stateOf()).toBe('missing');
  expect(stateOf({ status: 'accepted' })).toBe('missing');
  expect(stateOf({ status: 'pending', file })).toBe('pending');
  expect(stateOf({ status: 'accepted', file, expires_at: today })).toBe('accepted');
  expect(stateOf({ status: 'accepted', file, expires_at: '2027-02-28' })).toBe('expired');
  expect(stateOf({ status: 'rejected', file }, { status: 'pending', file })).toBe('pending');
});
test('the decision follows from all papers', () => {
  const papers = (...states: readonly ('accepted' | 'pending' | 'rejected' | 'missing')[]) =>
    states.map((state) => ({ type: 'acta', state, kept: null }));
  expect(verdictOf(papers('accepted', 'accepted'))).toBe('approve');
  expect(verdictOf(papers('accepted', 'rejected'))).toBe('ask');
  expect(verdictOf(papers('missing'))).toBe('ask');
  expect(verdictOf(papers('rejected', 'pending'))).toBe('review');
  expect(verdictOf([])).toBe('approve');
  expect(papers('accepted', 'pending', 'rejected', 'missing').map(isWanted)).toEqual([false, false, true, true]);
});

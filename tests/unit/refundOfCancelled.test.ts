import { expect, test } from 'vitest';
import { refundOfCancelled } from '@/domain/registration/pricing';

test('what a cancelled event gives back is by its decision, its policy and the days left, and never more than is left', () => {
  const schedule = [
    { days_before: 30, percent: 80 },
    { days_before: 7, percent: 33 },
  ];
  const of = (cancel_refund: 'policy' | 'full' | 'none', refund_policy: 'none' | 'wallet', daysLeft: number, refunded_cents = 0) =>
    refundOfCancelled({ paid_cents: 10_001, refunded_cents }, { cancel_refund, refund_policy, refund_schedule: schedule, daysLeft });
  expect([of('policy', 'wallet', 40), of('policy', 'wallet', 8), of('policy', 'wallet', 1)]).toEqual([8_000, 3_300, 0]);
  expect([of('policy', 'none', 40), of('full', 'none', 1), of('none', 'wallet', 40)]).toEqual([0, 10_001, 0]);
  expect([of('full', 'wallet', 40, 4_000), of('policy', 'wallet', 40, 9_000)]).toEqual([6_001, 1_001]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  judgeScan,
  scanResults,
  type Cause,
  type Pass,
  type PointRules,
  type ScannedFacts,
  type ScanResult,
} from '@/domain/registration/judgeScan';
import { lifecycle } from '@/domain/registration/lifecycle';
import { access_scans } from '@/resources/access_scans/access_scans';

const open: PointRules = {
  mode: 'both',
  allow_reentry: false,
  distanceids: null,
  waveids: null,
  statuses: null,
  opens_at: null,
  closes_at: null,
};
const runner: ScannedFacts = { status: 'assign_number', distanceid: 10, waveid: 3, isBlocked: false, passes: [] };
const at = (hour: number): string => `2027-05-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const passed = (...steps: readonly string[]): readonly Pass[] =>
  steps.map((step) => ({ direction: step.startsWith('>') ? 'entry' : 'exit', at: at(Number(step.slice(1))) }));

type Case = readonly [name: string, rules: Partial<PointRules>, facts: Partial<ScannedFacts>, result: ScanResult, cause: Cause];
const entries: readonly Case[] = [
  ['a paid registration', {}, { status: 'paid' }, 'ok', 'entered'],
  ['one with a bib', {}, {}, 'ok', 'entered'],
  ['one without a bib', {}, { status: 'no_assign_number' }, 'ok', 'entered'],
  ['one that was begun', {}, { status: 'started' }, 'not_paid', 'not_paid'],
  ['one that waits for its payment', {}, { status: 'pending_payment' }, 'not_paid', 'not_paid'],
  ['one with a declined payment', {}, { status: 'payment_declined' }, 'not_paid', 'not_paid'],
  ['a cancelled one', {}, { status: 'cancelled' }, 'cancelled', 'cancelled'],
  ['one that was refunded to the wallet', {}, { status: 'wallet_refund' }, 'cancelled', 'refunded'],
  ['one that moved to another event', {}, { status: 'change_event' }, 'cancelled', 'moved'],
  ['one that was merged', {}, { status: 'merged' }, 'merged', 'merged'],
  ['a disputed payment', {}, { status: 'chargeback' }, 'blocked', 'disputed'],
  ['a blocked athlete', {}, { isBlocked: true }, 'blocked', 'athlete'],
  ['a status that the point does not admit', { statuses: ['assign_number'] }, { status: 'paid' }, 'blocked', 'status'],
  ['a status that it admits', { statuses: ['assign_number'] }, {}, 'ok', 'entered'],
  ['another distance', { distanceids: [11, 12] }, {}, 'wrong_distance', 'wrong_distance'],
  ['its distance', { distanceids: [10, 11] }, {}, 'ok', 'entered'],
  ['another wave', { waveids: [4] }, {}, 'wrong_wave', 'wrong_wave'],
  ['no wave where one is needed', { waveids: [4] }, { waveid: null }, 'wrong_wave', 'wrong_wave'],
  ['its wave', { waveids: [3] }, {}, 'ok', 'entered'],
  ['empty lists admit everybody', { distanceids: [], waveids: [], statuses: [] }, {}, 'ok', 'entered'],
  ['before it opens', { opens_at: at(13) }, {}, 'too_early', 'too_early'],
  ['at the very minute', { opens_at: at(12), closes_at: at(12) }, {}, 'ok', 'entered'],
  ['after it closes', { closes_at: at(11) }, {}, 'too_late', 'too_late'],
  ['somebody who is inside', {}, { passes: passed('>9') }, 'already_in', 'inside'],
  ['somebody who left, without re-entry', {}, { passes: passed('>9', '<10') }, 'already_in', 'entered_before'],
  ['somebody who left, with re-entry', { allow_reentry: true }, { passes: passed('>9', '<10') }, 'ok', 'again'],
  ['somebody inside, with re-entry', { allow_reentry: true }, { passes: passed('>9') }, 'already_in', 'inside'],
  ['a second time where only entries are read', { mode: 'entry' }, { passes: passed('>9') }, 'already_in', 'entered_before'],
  ['a second time there, with re-entry', { mode: 'entry', allow_reentry: true }, { passes: passed('>9') }, 'ok', 'again'],
  ['an exit that was read without an entry', {}, { passes: passed('<9') }, 'ok', 'entered'],
  ['a late scan before an entry of another door', { allow_reentry: true }, { passes: passed('>14') }, 'already_in', 'inside'],
  ['a late scan between an exit and an entry', { allow_reentry: true }, { passes: passed('>9', '<10', '>14') }, 'already_in', 'inside'],
  ['passes in any order', {}, { passes: passed('<10', '>9', '>11') }, 'already_in', 'inside'],
  ['what the person is comes before the hour', { opens_at: at(13) }, { status: 'cancelled' }, 'cancelled', 'cancelled'],
  ['the hour comes before having entered', { closes_at: at(11) }, { passes: passed('>9') }, 'too_late', 'too_late'],
];

describe('coming in', () => {
  test.each(entries)('%s', (_, rules, facts, result, cause) => {
    expect(judgeScan({ ...open, ...rules }, { ...runner, ...facts }, 'entry', at(12))).toMatchObject({ result, cause });
  });
  test.each(['not_found', 'several', 'other_event'] as const)('a code that is %s', (cause) => {
    expect(judgeScan(open, cause, 'entry', at(12))).toEqual({ result: 'unknown', cause, since: null });
    expect(judgeScan(open, cause, 'exit', at(12))).toEqual({ result: 'unknown', cause, since: null });
  });
  test('every result of the declaration has a case, and there is no other', () => {
    expect(new Set([...entries.map(([, , , result]) => result), 'unknown'])).toEqual(new Set(scanResults));
    expect(access_scans.fields.result.values).toEqual(scanResults);
  });
  test('the answer about somebody who is inside says since when', () => {
    expect(judgeScan(open, { ...runner, passes: passed('>9') }, 'entry', at(12)).since).toBe(at(9));
  });
});

describe('going out', () => {
  test('is open to everybody of the event, whatever became of the registration', () => {
    for (const status of lifecycle)
      expect(
        judgeScan(
          { ...open, distanceids: [99], waveids: [99], statuses: ['paid'], closes_at: at(1) },
          { ...runner, status, isBlocked: true, passes: passed('>9') },
          'exit',
          at(12),
        ),
      ).toEqual({ result: 'ok', cause: 'left', since: at(9) });
  });
});

test('whatever the order in which scans arrive, nobody enters twice without leaving between', () => {
  const step = fc.record({ direction: fc.constantFrom('entry' as const, 'exit' as const), hour: fc.integer({ min: 0, max: 23 }) });
  fc.assert(
    fc.property(fc.uniqueArray(step, { selector: ({ hour }) => hour, maxLength: 12 }), (steps) => {
      const passes: Pass[] = [];
      for (const { direction, hour } of steps)
        if (judgeScan({ ...open, allow_reentry: true }, { ...runner, passes }, direction, at(hour)).result === 'ok')
          passes.push({ direction, at: at(hour) });
      const inOrder = passes.toSorted((one, other) => one.at.localeCompare(other.at)).map(({ direction }) => direction);
      return inOrder.every((direction, index) => direction !== 'entry' || inOrder[index + 1] !== 'entry');
    }),
  );
});

import type { ScanAnswer } from '@/domain/registration/accessPoint';
import type { Direction, ScanResult } from '@/domain/registration/judgeScan';
import type { Tone } from '../scan/beep';

/** The colour and the drawing of an answer; colours and words always go together. */
export interface Look {
  readonly tone: Tone;
  readonly colour: 'go' | 'out' | 'wait' | 'stop';
  readonly glyph: 'check' | 'leave' | 'clock' | 'repeat' | 'close' | 'lock';
}
const refused: Look = { tone: 'refused', colour: 'stop', glyph: 'close' },
  waiting: Look = { tone: 'attention', colour: 'wait', glyph: 'clock' };
const looks: Readonly<Record<ScanResult, Look>> = {
  ok: { tone: 'ok', colour: 'go', glyph: 'check' },
  already_in: { tone: 'attention', colour: 'wait', glyph: 'repeat' },
  too_early: waiting,
  too_late: waiting,
  not_paid: refused,
  wrong_distance: refused,
  wrong_wave: refused,
  cancelled: refused,
  merged: refused,
  blocked: { ...refused, glyph: 'lock' },
  unknown: refused,
};

/** How an answer looks and sounds; null for a scan that could not be judged. */
export const lookOf = (result: ScanAnswer['result'] | null, direction: Direction): Look => {
  if (result === null) return waiting;
  return result === 'ok' && direction === 'exit' ? { ...looks.ok, colour: 'out', glyph: 'leave' } : looks[result];
};
/** How the answer to a voucher looks and sounds. */
export const voucherLooks = {
  redeemed: looks.ok,
  spent: looks.already_in,
  unredeemed: refused,
  open: waiting,
} as const satisfies Readonly<Record<string, Look>>;
/** The key of the one word of an answer. */
export const wordOf = (result: ScanAnswer['result'] | null, direction: Direction): string =>
  `scan.word.${result === null ? 'unjudged' : result === 'ok' && direction === 'exit' ? 'left' : result}`;
/** A number as it is printed on the bib. */
export const bibOf = ({ prefix, number }: { readonly prefix: string | null; readonly number: number | null }): string =>
  number === null ? '' : `${prefix ?? ''}${number}`;

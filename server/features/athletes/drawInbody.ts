import type { ComparedMeasure } from '@/domain/bodyRanges';
import type { InbodyMeasurement } from '@/resources/inbody_measurements/inbody_measurements';
import { homeZone } from '@/schema/homeZone';
import type { Locale } from '../../kernel/messages';
import { regional } from '../../kernel/regional';
import { facts, heading, paragraph, table } from '../documents/sheet/Flow';
import { drawFoot, drawHead, momentOf, soft, type Paper } from '../documents/sheet/Sheet';
import { writeSheet } from '../documents/sheet/writeSheet';

const letter: Paper = { width: 612, height: 792, margin: 48 };
/** What a report says: a test, an earlier one to compare with, and what changed. */
export interface InbodyReport {
  readonly locale: Locale;
  readonly name: string;
  readonly after: InbodyMeasurement;
  readonly before: InbodyMeasurement | null;
  readonly measures: readonly ComparedMeasure[];
}

/** Draws the report of a test: its measures, the change since the earlier one, the healthy ranges with their sources, and the consent. */
export const drawInbody = ({ locale, name, after, before, measures }: InbodyReport): Promise<Buffer> => {
  const head = { locale, timezone: homeZone, organization: 'Dorsal', folio: String(after.inbodyid), registered_at: after.created };
  const numbers = new Intl.NumberFormat(regional[locale], { maximumFractionDigits: 3 });
  const signed = new Intl.NumberFormat(regional[locale], { maximumFractionDigits: 3, signDisplay: 'exceptZero' });
  return writeSheet(head, 'inbody_measurements.report.title', letter, (sheet) => {
    const { say, page } = sheet;
    const word = (key: string, params?: Readonly<Record<string, unknown>>): string => say(`inbody_measurements.report.${key}`, params);
    const y = drawHead(sheet, { title: word('title'), event: name, lines: [momentOf(sheet, after.test_at)] });
    const flow = { ...sheet, y, running: `${word('title')} · ${name}` };
    facts(flow, [
      [say('inbody_measurements.fields.gender'), say(`lists.genders.${after.gender}`)],
      [say('inbody_measurements.fields.age'), String(after.age)],
      [say('inbody_measurements.fields.height_cm'), numbers.format(after.height_cm)],
      [say('inbody_measurements.fields.device_model'), after.device_model ?? null],
      [say('inbody_measurements.fields.consent_at'), momentOf(sheet, after.consent_at)],
      [word('compared'), before ? momentOf(sheet, before.test_at) : null],
    ]);
    heading(flow, word('measures'));
    const rangeText = ({ range }: ComparedMeasure): string =>
      range === null
        ? '—'
        : `${range.low === null ? '≤' : `${numbers.format(range.low)} –`} ${range.high === null ? '' : numbers.format(range.high)}`;
    table(
      flow,
      [
        { label: word('measure'), share: 34 },
        ...(before ? [{ label: word('before'), share: 14, align: 'right' as const }] : []),
        { label: word('value'), share: 14, align: 'right' },
        ...(before ? [{ label: word('change'), share: 14, align: 'right' as const }] : []),
        { label: word('range'), share: 20, align: 'right' },
        { label: word('place'), share: 18 },
      ],
      measures.map((each) => [
        say(`inbody_measurements.fields.${each.name}`),
        ...(before ? [each.before === null ? '—' : numbers.format(each.before)] : []),
        numbers.format(each.after),
        ...(before ? [each.change === null ? '—' : signed.format(each.change)] : []),
        rangeText(each),
        each.place === null ? '—' : word(`places.${each.place}`),
      ]),
    );
    const sources = new Set(measures.flatMap(({ range }) => range?.source ?? []));
    if (sources.size > 0) heading(flow, word('sources'));
    for (const source of sources) paragraph(flow, word(`source.${source}`), { size: 8, color: soft, bullet: '·' });
    paragraph(flow, word('note'), { size: 8, color: soft });
    const { count } = page.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      page.switchToPage(at);
      drawFoot(sheet, [word('foot'), `${at + 1} / ${count}`]);
    }
  });
};

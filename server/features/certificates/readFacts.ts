import type { CertificateFacts } from '@/domain/results/certificateFacts';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { result_sets } from '@/resources/result_sets/result_sets';
import { results } from '@/resources/results/results';
import { columnsOf } from '../../kernel/columnsOf';
import { select, value, type Runner } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const r = columnsOf(results, 'r');
const e = columnsOf(events, 'e');
const d = columnsOf(distances, 'd');
const s = columnsOf(result_sets, 's');

/** A result with everything that its certificate may say. */
export interface Certified {
  readonly resultid: number;
  readonly eventid: number;
  readonly organizationid: number;
  readonly distanceid: number;
  readonly inscriptionid: number | null;
  readonly isPublished: boolean;
  readonly facts: CertificateFacts;
}

/** What certificates of some results would say now, by result. */
export const readFacts = async (runner: Runner, resultids: readonly number[]): Promise<ReadonlyMap<number, Certified>> => {
  const found = await select(
    runner,
    {
      resultid: r.resultid,
      eventid: r.eventid,
      organizationid: value<number>(sql`${e.organizationid}`),
      distanceid: r.distanceid,
      inscriptionid: r.inscriptionid,
      isPublished: value<boolean>(sql`(${s.status} in ('provisional', 'official') and ${s.deleted_at} is null)`),
      name: value<string>(sql`${r.name}`),
      number: r.number,
      event: value<CertificateFacts['event']>(sql`${e.name}`),
      distance: value<string>(sql`${d.name}`),
      start_at: value<string>(sql`coalesce(${d.start_at}, ${e.start_at})`),
      timezone: value<string>(sql`${e.timezone}`),
      status: value<string>(sql`${r.status}`),
      age_category: r.age_category,
      gender: value<string | null>(sql`${r.gender}`),
      chip_time_ms: r.chip_time_ms,
      gun_time_ms: r.gun_time_ms,
      pace_s: r.pace_s,
      place_overall: r.place_overall,
      place_gender: r.place_gender,
      place_category: r.place_category,
    },
    sql`from ${r} join ${s} on ${s.result_setid} = ${r.result_setid} join ${e} on ${e.eventid} = ${r.eventid} join ${d} on ${d.distanceid} = ${r.distanceid}
       where ${r.resultid} = any(${resultids}::bigint[]) and ${r.deleted_at} is null order by ${r.resultid}`,
  );
  return new Map(
    found.map(({ resultid, eventid, organizationid, distanceid, inscriptionid, isPublished, start_at, ...facts }) => [
      resultid,
      {
        resultid,
        eventid,
        organizationid,
        distanceid,
        inscriptionid,
        isPublished,
        facts: { ...facts, start_at: new Date(start_at).toISOString() },
      },
    ]),
  );
};

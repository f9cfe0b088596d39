import { demoUserOf } from '../server/demoAccounts';

interface SetOf {
  readonly result_setid: number;
  readonly eventid: number;
  readonly organizationid: number;
}
/** What publishing a set left: its provisional version, and the official one. */
export const versionsOf = ({ result_setid, eventid, organizationid }: SetOf, isOfficial: boolean, results_total: number, created: string) =>
  (isOfficial ? ['provisional', 'official'] : ['provisional']).map((kind, at) => ({
    result_setid,
    eventid,
    organizationid,
    revision: at + 1,
    kind,
    by_userid: demoUserOf('timing'),
    results_total,
    changed_total: 0,
    moved_total: 0,
    changes: [],
    created,
    updated: created,
  }));

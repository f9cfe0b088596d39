import { afterAll, beforeAll, expect, test } from 'vitest';
import { factsText, type CertificateFacts } from '@/domain/results/certificateFacts';
import { registry } from '@/resources';
import { isWritable } from '@/schema';
import { brokenRules, inputSchema } from '@/schema/project/zod';
import type { Database } from '../../server/database/openDatabase';
import { readFacts } from '../../server/features/certificates/readFacts';
import { runnerOf } from '../../server/kernel/runnerOf';
import { openTestDatabase } from '../support/database';

let database: Database;
const odd = async (text: string): Promise<readonly unknown[]> => (await database.pool.query(`${text} limit 5`)).rows;
beforeAll(async () => {
  database = await openTestDatabase({ holding: 'demo' });
});
afterAll(() => database.close());

test('every event that is published could be published: price, call, waiver and cover are there', async () => {
  expect(
    await odd(`select slug from events e where status = 'published' and (
    not exists (select 1 from distances d join price_tiers p using (distanceid) where d.eventid = e.eventid and d.status <> 'closed' and p.active and p.ends_at > '2026-05-14T17:00:00Z')
    or not exists (select 1 from convocatories c where c.eventid = e.eventid and c.status = 'published')
    or (e.exoneration_mode <> 'none' and not exists (select 1 from exonerations x where x.eventid = e.eventid and x.status = 'active'))
    or not exists (select 1 from uploads u where '/api/upload/' || u.uploadid = e.img_cover and u.organizationid = e.organizationid and u.width >= 1200))`),
  ).toEqual([]);
  expect(await odd(`select 1 from events where status = 'published'`)).not.toEqual([]);
});

test('every signed inscription has its signature, by a guardian where the athlete is a minor, and no other has', async () => {
  expect(
    await odd(
      `select i.inscriptionid from inscriptions i left join exoneration_signatures s on s.inscriptionid = i.inscriptionid and s.status = 'signed' and s.eventid = i.eventid where (i.exoneration_status = 'signed') <> (s.signatureid is not null)`,
    ),
  ).toEqual([]);
  expect(
    await odd(
      'select s.signatureid from exoneration_signatures s join exonerations x using (exonerationid) where x.eventid <> s.eventid or x.revision <> s.revision',
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select x.exonerationid from exonerations x where x.signatures_count <> (select count(*) from exoneration_signatures s where s.exonerationid = x.exonerationid and s.status = 'signed')`,
    ),
  ).toEqual([]);
});

test('answers are counted, belong to the event of their inscription and are there for every plain question', async () => {
  expect(
    await odd(
      'select a.question_answerid from question_answers a join inscriptions i using (inscriptionid) join event_questions q using (questionid) where i.eventid <> q.eventid or a.eventid <> q.eventid',
    ),
  ).toEqual([]);
  expect(
    await odd(
      'select q.questionid from event_questions q where q.answers_count <> (select count(*) from question_answers a where a.questionid = q.questionid)',
    ),
  ).toEqual([]);
  expect(await odd('select 1 from question_answers a join event_questions q using (questionid) where q.sensitive')).not.toEqual([]);
});

test('runners are in waves of their own distance, and waves count them', async () => {
  expect(
    await odd(
      'select i.inscriptionid from inscriptions i join waves w using (waveid) where w.eventid <> i.eventid or i.distanceid <> all(w.distanceids)',
    ),
  ).toEqual([]);
  expect(
    await odd('select w.waveid from waves w where w.assigned_count <> (select count(*) from inscriptions i where i.waveid = w.waveid)'),
  ).toEqual([]);
  expect(await odd('select 1 from waves where assigned_count > 0')).not.toEqual([]);
});

test('people who wait are waiting for a full race, and people who were offered a seat have it', async () => {
  expect(
    await odd(
      `select w.waitlist_entryid from waitlist_entries w join distances d using (distanceid) where d.eventid <> w.eventid or d.sold_count + d.held_count < d.capacity`,
    ),
  ).toEqual([]);
  expect(
    await odd(`select w.waitlist_entryid from waitlist_entries w left join inscriptions i on i.inscriptionid = w.inscriptionid and i.distanceid = w.distanceid and i.web_userid = w.web_userid
    where case w.status when 'offered' then i.status is distinct from 'started' when 'taken' then coalesce(i.status not in ('assign_number', 'paid'), true) else i.inscriptionid is not null end`),
  ).toEqual([]);
  expect(await odd(`select 1 from waitlist_entries where status = 'waiting'`)).not.toEqual([]);
});

test('letters of each kind went to whom they were about, and the log tells those that were sent', async () => {
  expect(
    (
      await database.pool.query(
        `select array_agg(distinct kind order by kind) as kinds, bool_or(status = 'queued' and attempts > 0 and error is not null) as again from inscription_letters`,
      )
    ).rows,
  ).toEqual([{ kinds: ['mailing', 'payment_declined', 'proof', 'seat_offered'], again: true }]);
  expect(
    await odd(
      `select l.letterid from inscription_letters l join inscriptions i using (inscriptionid) where l.eventid <> i.eventid or l.email is distinct from i.email or (l.kind = 'payment_declined' and i.status <> 'payment_declined') or (l.kind = 'proof') <> (l.documentid is not null)`,
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select w.waitlist_entryid from waitlist_entries w where w.offered_at is not null and not exists (select 1 from inscription_letters l where l.inscriptionid = w.inscriptionid and l.kind = 'seat_offered' and l.sent_at >= w.offered_at)`,
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select l.letterid from inscription_letters l where (l.status = 'sent') <> exists (select 1 from inscription_log g where g.inscriptionid = l.inscriptionid and g.status = 'mail_sended' and g.changes @> jsonb_build_array(jsonb_build_object('field', 'kind', 'new', l.kind)))`,
    ),
  ).toEqual([]);
});

/** A running server writes its own jobs, and people make their own keys, webhooks and templates of imports: demo data has none. */
const unfilled = new Set(['jobs', 'api_keys', 'import_templates', 'webhooks', 'webhook_deliveries']);
const filled = registry.all.map(({ name }) => name).filter((name) => !unfilled.has(name));
test.each(filled)('has some %s to look at', async (name) => {
  const { rows } = await database.pool.query<{ some: boolean }>(`select exists (select 1 from "${name}") as some`);
  expect(rows[0]?.some).toBe(true);
});

test('certificates say what their results say now, so that none of them was replaced', async () => {
  const { rows } = await database.pool.query<{ resultid: number; facts: CertificateFacts }>(
    'select resultid, facts from certificates order by certificateid',
  );
  const now = await readFacts(
    runnerOf(database.pool),
    rows.map(({ resultid }) => resultid),
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.map(({ facts }) => factsText(facts))).toEqual(rows.map(({ resultid }) => factsText(now.get(resultid)!.facts)));
});

test('certificates are of finishers of official results, by a template that is out', async () => {
  expect(
    await odd(`select c.certificateid from certificates c join results r using (resultid) join result_sets s using (result_setid) join certificate_templates t on t.templateid = c.templateid
    where r.status <> 'finished' or s.status <> 'official' or t.status <> 'published' or t.eventid <> c.eventid or r.eventid <> c.eventid or r.inscriptionid is distinct from c.inscriptionid`),
  ).toEqual([]);
});

test.each([
  'certificate_templates',
  'fmtri_affiliation_types',
  'fmtri_affiliate_users',
  'fmtri_affiliations',
  'waves',
  'waitlist_entries',
  'event_questions',
  'convocatories',
  'exonerations',
  'exoneration_signatures',
])('writes %s that a person could have typed', async (name) => {
  const resource = registry.get(name);
  const writable = Object.entries(resource.all)
    .filter(([, field]) => isWritable(field) && !field.embeds)
    .map(([field]) => field);
  const schema = inputSchema(resource, registry, 'create');
  for (const row of (await database.pool.query<Record<string, unknown>>(`select * from ${name} order by 1 limit 300`)).rows) {
    const input = Object.fromEntries(writable.filter((field) => row[field] !== null).map((field) => [field, row[field]]));
    expect({ row: row[resource.key], problems: [...(schema.safeParse(input).error?.issues ?? []), ...brokenRules(resource, row)] }).toEqual(
      { row: row[resource.key], problems: [] },
    );
  }
});

test('affiliations hold what their type and their holder say, and nobody out of competition has one in force', async () => {
  expect(
    await odd(
      'select a.affiliationid from fmtri_affiliations a join fmtri_affiliation_types t using (typeid) where a.audience <> t.audience or a.season <> coalesce(t.season, a.season)',
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select a.affiliationid from fmtri_affiliations a join fmtri_affiliate_users u using (affiliate_userid) where a.name <> u.name or (a.status = 'active' and u.status <> 'active') or (a.held and u.status = 'active')`,
    ),
  ).toEqual([]);
  expect(
    await odd(`select a.affiliationid from fmtri_affiliations a join fmtri_affiliate_users u using (affiliate_userid) join fmtri_affiliation_types t using (typeid)
    where a.season - extract(year from u.birth_date) not between coalesce(t.age_min, 0) and coalesce(t.age_max, 120)`),
  ).toEqual([]);
  expect(
    await odd(
      'select t.typeid from fmtri_affiliation_types t where t.affiliations_count <> (select count(*) from fmtri_affiliations a where a.typeid = t.typeid)',
    ),
  ).toEqual([]);
  expect(
    await odd(
      'select w.web_userid from web_users w join fmtri_affiliate_users u using (web_userid) where w.fmtri_number <> u.fmtri_number',
    ),
  ).toEqual([]);
  expect(await odd(`select 1 from fmtri_affiliations where status = 'pending_review'`)).not.toEqual([]);
  expect(await odd('select 1 from inscriptions where fmtri_affiliationid is not null')).not.toEqual([]);
  expect(
    await odd(`select i.inscriptionid from inscriptions i join events e using (eventid) join fmtri_affiliations a on a.affiliationid = i.fmtri_affiliationid join fmtri_affiliate_users u using (affiliate_userid)
    where u.web_userid <> i.web_userid or not e.fmtri_required or (e.start_at at time zone e.timezone)::date not between a.starts_on and a.ends_on`),
  ).toEqual([]);
});

test('results of the demo are whose number it is, placed without gaps in the order of their times', async () => {
  expect(
    await odd(
      'select r.resultid from results r join inscriptions i using (inscriptionid) where i.number <> r.number or i.distanceid <> r.distanceid or i.name <> r.name',
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select 1 from (select place_overall, rank() over (partition by result_setid order by chip_time_ms) as rank, row_number() over (partition by result_setid order by chip_time_ms, number) as row from results where status = 'finished') r where place_overall not in (rank, row)`,
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select 1 from (select place_category, row_number() over (partition by result_setid, age_category order by place_overall) as row from results where place_category is not null) r where place_category <> row`,
    ),
  ).toEqual([]);
  expect(await odd('select resultid from results where gun_time_ms < chip_time_ms or (chip_time_ms is null) <> (pace_s is null)')).toEqual(
    [],
  );
  expect(
    await odd(
      'select s.result_setid from result_sets s left join results r using (result_setid) group by s.result_setid having s.results_count <> count(r.resultid) or s.unmatched_count <> count(r.resultid) filter (where r.inscriptionid is null)',
    ),
  ).toEqual([]);
  expect(
    (
      await database.pool.query(
        `select s.status, count(distinct s.eventid)::int as events, count(r.*) > 5 as many from result_sets s join results r using (result_setid) group by 1 order by 1`,
      )
    ).rows,
  ).toEqual([
    { status: 'official', events: 1, many: true },
    { status: 'provisional', events: 1, many: true },
  ]);
  expect(await odd(`select 1 from result_claims where status = 'open'`)).not.toEqual([]);
});

test('every file names where it is, what it is called, how large it is and of what kind, and is there', async () => {
  const fields = registry.all.flatMap((resource) =>
    Object.entries(resource.all)
      .filter(([, field]) => field.uploads && field.column === 'jsonb')
      .map(([name]) => ({ resource, name })),
  );
  expect(fields.length).toBeGreaterThan(5);
  for (const { resource, name } of fields) {
    const one = `jsonb_array_elements(case jsonb_typeof("${name}") when 'array' then "${name}" else jsonb_build_array("${name}") end) file`;
    const wrong = `jsonb_typeof(file) <> 'object' or file->>'name' is null or file->>'size' is null or file->>'type' is null or not exists (select 1 from uploads u where '/api/upload/' || u.uploadid = file->>'url')`;
    expect(
      await odd(`select file from "${resource.name}", ${one} where "${name}" is not null and (${wrong})`),
      `${resource.name}.${name}`,
    ).toEqual([]);
  }
});

test('registered sales of partners name their registrations, are settled once, and settlements add up', async () => {
  expect(
    await odd(
      `select x.external_inscriptionid from external_inscriptions x left join inscriptions i using (inscriptionid)
        where (x.status = 'created') <> (x.inscriptionid is not null) or (x.status = 'duplicate') <> (x.duplicate_of_inscriptionid is not null) or (x.status in ('duplicate', 'matched', 'rejected')) <> (x.error_code is not null)
           or (x.status = 'created' and (x.external_settlementid is null or i.external_inscriptionid <> x.external_inscriptionid or i.paid_cents <> x.amount_cents or i.eventid <> x.eventid))`,
    ),
  ).toEqual([]);
  expect(
    await odd(
      `select s.external_settlementid from external_settlements s left join external_inscriptions x using (external_settlementid) group by s.external_settlementid
       having s.sales_count <> count(x.external_inscriptionid) or s.gross_cents <> sum(x.amount_cents) or s.commission_cents <> sum(x.commission_cents)`,
    ),
  ).toEqual([]);
  for (const status of ['open', 'closed', 'paid'])
    expect([status, await odd(`select 1 from external_settlements where status = '${status}'`)]).not.toEqual([status, []]);
});

import { createHash } from 'node:crypto';
import type pg from 'pg';
import { nth } from '@/schema/must';
import { day, hour, iso } from './calendar';
import { chapters, conditions, questions, waiver } from './contentTexts';
import { demoUserOf } from '../server/demoAccounts';
import type { Row } from './insertRows';
import { giantOrganization } from './organizations';
import type { EventPlan, TableRows } from './plans';

const perEvent = questions.length,
  waveMinutes = 8,
  waveNames = ['Bloque A', 'Bloque B', 'Bloque C'] as const,
  paces = [
    [0, 3000],
    [3000, 4200],
    [4200, 21_600],
  ] as const;
const organizer = demoUserOf('organizer');
const sha256 = createHash('sha256').update(`${waiver.es}\n${waiver.en}`).digest('hex');

/** The text of a call for this event. */
const filled = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
const sectionsOf = (locale: 'es' | 'en', words: Readonly<Record<string, string>>): readonly Row[] =>
  chapters[locale].map(([key, title, body]) => ({ key, title, body_html: filled(body, words) }));

const wordsOf = ({ name, city, venue }: EventPlan['place'], locale: 'es' | 'en') => ({ name: name[locale], city, venue });

const callsOf = ({ eventid, organizationid, openAt, phase, isStar, place }: EventPlan): readonly Row[] => {
  const at = iso(openAt - 8 * day),
    isOut = phase !== 'unpublished';
  const base = { organizationid, eventid, pdf_url: null, created: iso(openAt - 20 * day), updated: at };
  const call = (locale: 'es' | 'en', revision: number, status: string, sections: readonly Row[], change_note: string): Row => ({
    ...base,
    locale,
    revision,
    status,
    sections,
    change_note,
    title: locale === 'es' ? `Convocatoria ${place.name.es}` : `Race call ${place.name.en}`,
    effective_at: status === 'draft' ? null : at,
    published_at: status === 'draft' ? null : at,
    published_by_userid: status === 'draft' || organizationid !== giantOrganization ? null : organizer,
  });
  const es = sectionsOf('es', wordsOf(place, 'es'));
  if (!isOut) return [call('es', 1, 'draft', es, 'Primera versión')];
  if (!isStar) return [call('es', 1, 'published', es, 'Primera versión')];
  return [
    call('es', 1, 'superseded', es.slice(0, 5), 'Primera versión'),
    call('es', 2, 'published', es, 'Se agregan premiación, resultados y reglamento'),
    call('en', 1, 'published', sectionsOf('en', wordsOf(place, 'en')), 'First version'),
  ];
};

const wavesOf = ({ eventid, organizationid, startAt, openAt, distances: [first], isStar }: EventPlan): readonly Row[] =>
  isStar && first
    ? waveNames.map((name, sort) => ({
        organizationid,
        eventid,
        name,
        start_at: iso(startAt + sort * waveMinutes * (hour / 60)),
        capacity: null,
        distanceids: [first.distanceid],
        est_time_min: nth(paces, sort)[0],
        est_time_max: nth(paces, sort)[1],
        sort,
        created: iso(openAt - 15 * day),
        updated: iso(openAt - 15 * day),
      }))
    : [];

const questionsOf = ({ eventid, organizationid, openAt }: EventPlan): readonly Row[] =>
  questions.map(({ options, ...question }, sort) => ({
    questionid: (eventid - 1) * perEvent + sort + 1,
    organizationid,
    eventid,
    ...question,
    options: options?.map(([value, es, en]) => ({ value, label: { es, en } })) ?? null,
    sort,
    created: iso(openAt - 15 * day),
    updated: iso(openAt - 15 * day),
  }));

const waiversOf = ({ eventid, organizationid, openAt, phase, exonerates }: EventPlan): readonly Row[] => {
  const at = iso(openAt - 10 * day),
    isOut = phase !== 'unpublished';
  return exonerates
    ? [
        {
          exonerationid: eventid,
          organizationid,
          eventid,
          title: 'Carta responsiva',
          revision: 1,
          body_html: waiver,
          sha256,
          distanceids: null,
          require_signature: 'typed',
          status: isOut ? 'active' : 'draft',
          activated_at: isOut ? at : null,
          created: iso(openAt - 20 * day),
          updated: at,
        },
      ]
    : [];
};

const numbered = (rows: readonly Row[], key: string): readonly Row[] => rows.map((row, at) => ({ [key]: at + 1, ...row }));

/** Waves, questions, calls and waivers of every event; `fillContent` adds the answers and signatures of athletes. */
export const makeContent = (events: readonly EventPlan[]): readonly TableRows[] => {
  return [
    { table: 'waves', rows: numbered(events.flatMap(wavesOf), 'waveid') },
    { table: 'event_questions', rows: events.flatMap(questionsOf) },
    {
      table: 'convocatories',
      rows: numbered(events.flatMap(callsOf), 'convocatoryid'),
    },
    { table: 'exonerations', rows: events.flatMap(waiversOf) },
  ];
};

/** Every signed inscription has its signature. */
const signaturesSql = `
  insert into exoneration_signatures (inscriptionid, organizationid, eventid, exonerationid, revision, signer_type, signer_name, relationship, channel, signed_at, status, created, updated)
  select i.inscriptionid, i.organizationid, i.eventid, x.exonerationid, x.revision, case when minor then 'guardian' else 'athlete' end, case when minor then coalesce(i.guardian_name, i.emergency_contact_name, i.name) else i.name end,
         case when minor then 'Madre o padre' end, case when i.inscriptionid % 9 = 0 then 'desk' else 'web' end, at, 'signed', at, at
    from inscriptions i join exonerations x on x.eventid = i.eventid join events e on e.eventid = i.eventid
         cross join lateral (select i.birth_date > (e.start_at - interval '18 years')::date as minor, coalesce(i.paid_at, i.created) as at) s
   where i.exoneration_status = 'signed' order by i.inscriptionid`;
/** One inscription in nine answered the questions of its event; one of them has a sensitive medical condition. */
const answersSql = `
  insert into question_answers (inscriptionid, organizationid, eventid, questionid, value, created, updated)
  select i.inscriptionid, i.organizationid, i.eventid, q.questionid,
         case q.sort when 0 then to_jsonb((array['redes', 'amigos', 'club', 'anterior'])[1 + i.inscriptionid % 4]) when 1 then to_jsonb(i.inscriptionid % 23)
                     when 2 then to_jsonb(($1::text[])[1 + i.inscriptionid % cardinality($1::text[])]) else to_jsonb(i.inscriptionid % 3 = 0) end, i.created, i.created
    from inscriptions i join event_questions q on q.eventid = i.eventid
   where i.inscriptionid % 9 = 0 and not q.admin_only and (q.sort <> 2 or i.inscriptionid % 5 = 0) order by i.inscriptionid, q.sort`;
const waivedSql = `update distances d set exonerationid = x.exonerationid from exonerations x where x.eventid = d.eventid and x.status = 'active'`;
/** The runners of one event already have their waves. */
const placedSql = `
  update inscriptions i set waveid = w.waveid from waves w
   where w.eventid = $1 and i.eventid = w.eventid and i.distanceid = any(w.distanceids) and i.status in ('paid', 'assign_number', 'no_assign_number') and w.sort = i.inscriptionid % 3`;

/** The answers and signatures of athletes; the tables of inscriptions, answers and signatures must be without triggers and indexes. */
export const fillContent = async (client: pg.ClientBase, events: readonly EventPlan[]): Promise<void> => {
  await client.query(waivedSql);
  await client.query(signaturesSql);
  await client.query(answersSql, [conditions]);
  const placed = events.filter(({ isStar, phase }) => isStar && phase === 'open').at(1);
  if (placed) await client.query(placedSql, [placed.eventid]);
};

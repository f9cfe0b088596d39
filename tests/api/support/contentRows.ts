import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;
type Row = Readonly<Record<string, unknown>>;
const insert = async (client: Client, table: string, key: string, row: Row): Promise<number> => {
  const names = Object.keys(row);
  const { rows } = await client.query<Record<string, unknown>>(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning ${key}`,
    Object.values(row),
  );
  return Number(rows[0]![key]);
};

/** A waiver in force for every distance of an event. */
export const addWaiver = (client: Client, eventid: number): Promise<number> =>
  insert(client, 'exonerations', 'exonerationid', {
    eventid,
    title: 'Carta responsiva',
    body_html: { es: '<p>Asumo los riesgos.</p>' },
    status: 'active',
  });

/** One row of everything that an event says to its athletes and asks of them. */
export const addContent = async (client: Client, eventid: number, inscriptionid: number): Promise<Readonly<Record<string, number>>> => {
  const waves = await insert(client, 'waves', 'waveid', { eventid, name: 'Bloque A', start_at: '2027-05-01T13:00:00Z' });
  const event_questions = await insert(client, 'event_questions', 'questionid', {
    eventid,
    label: { es: '¿Cuántos maratones has corrido?' },
    type: 'number',
  });
  const question_answers = await insert(client, 'question_answers', 'question_answerid', {
    eventid,
    inscriptionid,
    questionid: event_questions,
    value: '3',
  });
  const section = { key: 'generales', title: 'Generales', body_html: '<p>Habrá carrera.</p>' };
  const convocatories = await insert(client, 'convocatories', 'convocatoryid', {
    eventid,
    title: 'Convocatoria',
    change_note: 'Primera',
    sections: JSON.stringify([section]),
  });
  const exonerations = await addWaiver(client, eventid);
  const exoneration_signatures = await insert(client, 'exoneration_signatures', 'signatureid', {
    eventid,
    inscriptionid,
    exonerationid: exonerations,
    signer_name: 'Ana Ríos',
  });
  return { waves, event_questions, question_answers, convocatories, exonerations, exoneration_signatures };
};

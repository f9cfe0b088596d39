import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;
interface Finish {
  readonly eventid: number;
  readonly distanceid: number;
  readonly inscriptionid: number;
  readonly web_userid: number;
}
const insert = async (client: Client, table: string, key: string, row: Readonly<Record<string, unknown>>): Promise<number> => {
  const names = Object.keys(row);
  const { rows } = await client.query<{ id: number | string }>(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning ${key} as id`,
    Object.values(row),
  );
  return Number(rows[0]!.id);
};

/** One row of everything that is known once a race is over. */
export const addResults = async (
  client: Client,
  slug: string,
  { eventid, distanceid, inscriptionid, web_userid }: Finish,
): Promise<{ readonly [K in 'result_sets' | 'results' | 'result_claims' | 'certificate_templates' | 'certificates']: number }> => {
  const result_sets = await insert(client, 'result_sets', 'result_setid', {
    eventid,
    distanceid,
    status: 'provisional',
    source: 'file',
    published_at: '2027-05-01T20:00:00Z',
    claim_until: '2027-05-03T20:00:00Z',
  });
  const results = await insert(client, 'results', 'resultid', {
    result_setid: result_sets,
    eventid,
    distanceid,
    inscriptionid,
    matched_by: 'number',
    number: 7,
    name: 'Ana Ríos',
    gender: 'F',
    age_category: 'Libre',
    chip_time_ms: 2_730_512,
    gun_time_ms: 2_741_003,
    place_overall: 1,
    place_gender: 1,
    place_category: 1,
    splits: JSON.stringify([{ point: 'Meta', km: 10, time_ms: 2_730_512 }]),
  });
  const result_claims = await insert(client, 'result_claims', 'claimid', {
    resultid: results,
    result_setid: result_sets,
    eventid,
    web_userid,
    type: 'time',
    message: 'Mi reloj dice otra cosa.',
  });
  const certificate_templates = await insert(client, 'certificate_templates', 'templateid', {
    eventid,
    name: 'Finalista',
    background_img: 'https://example.com/fondo.png',
  });
  const certificates = await insert(client, 'certificates', 'certificateid', {
    templateid: certificate_templates,
    eventid,
    resultid: results,
    serial: `CERT-${results}`,
    sha256: 'a'.repeat(64),
    url: `https://example.com/${slug}.pdf`,
    generated_at: '2027-05-04T15:00:00Z',
  });
  return { result_sets, results, result_claims, certificate_templates, certificates };
};

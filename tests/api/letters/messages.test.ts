import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../support/world';
import { openScene, type Scene } from '../registration/support';
import { must } from '../support/must';

let scene: Scene, athlete: number, inscriptionid: number;
const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> => (await scene.pool.query(text, [...values])).rows;

beforeAll(async () => {
  scene = await openScene();
  ({ inscriptionid } = await scene.signUp('Ana'));
  await scene.signUp('Otra');
  [{ web_userid: athlete }] = (await rows('select web_userid from inscriptions where inscriptionid = $1', [inscriptionid])) as [any];
  const [{ mailingid }] = await rows(
    `insert into mailings (eventid, subject, body, request_key, requested_userid) values ($1, 'Ruta nueva', 'Hola', 'k', (select min(userid) from users)) returning mailingid`,
    [scene.eventid],
  );
  const letter = (kind: string, status: string, at: string, mailing: number | null = null, reason: string | null = null) =>
    rows(
      `insert into inscription_letters (inscriptionid, eventid, kind, email, status, created, mailingid, withdrawn_for) values ($1, $2, $3, 'ana@correo.test', $4, $5, $6, $7)`,
      [inscriptionid, scene.eventid, kind, status, at, mailing, reason],
    );
  await letter('proof', 'sent', '2026-01-01T10:00:00Z');
  await letter('mailing', 'withdrawn', '2026-01-03T10:00:00Z', mailingid, 'unsubscribed');
  const [{ notificationid }] = await rows(
    `insert into notifications (title, body, app, status) values ('Abrimos', 'Ya', 'ASDEPORTE', 'sent') returning notificationid`,
  );
  await rows(
    `insert into notification_deliveries (notificationid, web_userid, status, created) values ($1, $2, 'opened', '2026-01-02T10:00:00Z')`,
    [notificationid, athlete],
  );
});
afterAll(() => scene.close());

describe('what was sent to an athlete', () => {
  const read = (person = scene.chief) => person.post(`/v2/user/web_users/${athlete}/messages`, {});
  test('is one history of letters, mailings and push messages with their state, the newest first', async () => {
    const { result } = await must(read());
    expect(result.messages.map(({ kind, title, status, reason }: any) => [kind, title, status, reason])).toEqual([
      ['mailing', 'Ruta nueva', 'withdrawn', 'unsubscribed'],
      [null, 'Abrimos', 'opened', null],
      ['proof', null, 'sent', null],
    ]);
    expect(JSON.stringify(result)).not.toContain('@');
  });
  test('shows each person what their keys let them list, and nothing to people who see no athletes', async () => {
    const { result } = await must(read(scene.support)); // no key for push messages
    expect(result.messages.map(({ resource }: any) => resource)).toEqual(['inscription_letters', 'inscription_letters']);
    const [{ organizationid: platform }] = await rows('select organizationid from organizations where is_platform');
    await addPerson(scene.pool, 'fede', [{ org: platform, profile: 'fmtri-admin', regions: ['national'] }]);
    const federation = await must(read(scene.world.as('fede', platform)));
    expect(federation.result.messages).toEqual([]); // the event does not require affiliation
    for (const person of [scene.organizer, scene.desk]) expect([403, 404]).toContain((await read(person)).status);
  });
});

import { begin, chip, choose, expect, openRecord, review, test } from './support/registration';

const dayMs = 86_400_000;

test('a seat of a full race that is given back is held for the person who has waited longest', async ({ page, raceDay }) => {
  const { admin, eventid } = raceDay;
  const at = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
  const { body: distance } = await admin.post('/v2/event/distances', {
    eventid,
    name: 'Íntima',
    code: 'INT',
    capacity: 1,
    price_tiers: [{ name: 'Única', starts_at: at(-1), ends_at: at(40), price_cents: 30_000 }],
    age_categories: [],
  });
  const distanceid: number = distance['distanceid'];
  const seated = await raceDay.paid({ distanceid });
  const waiting = [await raceDay.started({ distance: 'dear' }), await raceDay.started({ distance: 'dear' })];
  for (const { web_userid } of waiting)
    expect(await admin.post('/v2/inscription/waitlist_entries', { eventid, distanceid, web_userid })).toMatchObject({ status: 201 });

  const where = `/events/${eventid}/waitlist_entries?filter=${encodeURIComponent(JSON.stringify({ field: 'distanceid', op: 'eq', value: distanceid }))}`;
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  await page.goto(where);
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('En espera');

  await openRecord(page, seated);
  const dialog = await begin(page, 'Cancelar inscripción');
  await choose(dialog, 'Motivo de cancelación', 'A petición');
  await review(dialog, 'Cancelar inscripción', 'se puede aplicar');
  await expect(chip(page)).toHaveText('Cancelada');

  await page.goto(where);
  await expect(rows.first()).toContainText('Lugar ofrecido');
  await expect(rows.first()).toContainText(waiting[0]!['last_name']);
  await expect(rows.nth(1)).toContainText('En espera');
  const [offer] = await admin.find('/v2/inscription/waitlist_entries', { distanceid, status: 'offered' });
  expect(await admin.get(`/v2/inscription/inscriptions/${offer!['inscriptionid']}`)).toMatchObject({
    status: 'started',
    web_userid: waiting[0]!['web_userid'],
    distanceid,
  });
});

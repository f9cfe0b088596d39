import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../support/reconcile';
import { openScene, type Scene } from './support';

let scene: Scene;
const questions: Record<string, number> = {};
const at = '/v2/inscription/inscriptions/actions';
const ask = async (name: string, more: Readonly<Record<string, unknown>>): Promise<void> => {
  const { status, body } = await scene.chief.post('/v2/event/event_questions', {
    eventid: scene.eventid,
    label: { es: name, en: name },
    ...more,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  questions[name] = body.questionid;
};
const person = (first_name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  first_name,
  last_name: 'Mostrador',
  gender: 'F',
  birth_date: '1990-05-06',
  email: `${first_name.toLowerCase()}@example.com`,
  ...more,
});
const source = () => ({ questionid: questions['source'], value: 'club' });
const register = (input: Readonly<Record<string, unknown>>, by = scene.support, dry_run = false) =>
  by.post(`${at}/register`, {
    dry_run,
    input: { eventid: scene.eventid, distanceid: scene.ten, answers: [source()], payment: 'cash', ...input },
  });
const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> =>
  (await scene.pool.query(text, values as unknown[])).rows;
const pathsOf = ({ status, body }: { status: number; body: any }) => [
  status,
  ...body.errors.map(({ path, code }: any) => `${path} ${code}`),
];

beforeAll(async () => {
  scene = await openScene();
  const options = ['club', 'redes'].map((value) => ({ value, label: { es: value, en: value } }));
  await ask('source', { type: 'select', options, required: true });
  await ask('races', { type: 'number', min: 0, max: 99 });
  await ask('pace', { type: 'text', regex: '\\d:\\d\\d', visible_if_questionid: questions['races'], visible_if_op: 'answered' });
  await ask('allergy', { type: 'textarea', sensitive: true, ask_at: 'after_payment' });
});
afterAll(() => scene.close());

describe('somebody new at the counter', () => {
  test('becomes an athlete with a paid registration, a number, answers and a letter, in one request', async () => {
    const answers = [source(), { questionid: questions['races'], value: '7' }, { questionid: questions['pace'], value: '5:30' }];
    const { status, body } = await register({
      ...person('Nueva'),
      tshirt_modelid: scene.shirt,
      tshirt_size: 'M',
      answers,
      send_mail: true,
    });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      name: 'Nueva Mostrador',
      status: 'assign_number',
      is_known: false,
      is_written: true,
      balance_cents: 0,
    });
    const { inscriptionid } = body.result;
    expect(await scene.read(inscriptionid)).toMatchObject({
      number: body.result.number,
      channel: 'backoffice',
      email: 'nueva@example.com',
      total_cents: 62_500,
      paid_cents: 62_500,
      tshirt_size: 'M',
    });
    expect(await scene.statuses(inscriptionid)).toEqual(expect.arrayContaining(['started', 'questions_saved', 'paid', 'assign_number']));
    const kept = await rows('select questionid, value from question_answers where inscriptionid = $1 order by questionid', [inscriptionid]);
    expect(kept.map(({ value }) => value)).toEqual(['club', 7, '5:30']);
    expect(await rows('select kind from inscription_letters where inscriptionid = $1', [inscriptionid])).toEqual([{ kind: 'proof' }]);
    expect(await reconcile(scene.pool)).toEqual({});
  });

  test('who is known by e-mail and birth date is registered with their own account', async () => {
    const first = await register(person('Conocida'));
    const second = await register({ ...person('CONOCIDA'), distanceid: scene.five });
    expect(second.body.result).toMatchObject({ is_known: true });
    const ids = await rows('select distinct web_userid from inscriptions where inscriptionid = any($1)', [
      [first.body.result.inscriptionid, second.body.result.inscriptionid],
    ]);
    expect(ids).toHaveLength(1);
  });

  test('who may be somebody known waits for a decision, and each decision is followed', async () => {
    await register(person('Gemela', { email: 'una@example.com' }));
    const twin = person('Gemela', { email: 'otra@example.com' });
    expect(pathsOf(await register({ ...twin, distanceid: scene.five }))).toEqual([409, 'input.same_person ATHLETE_PROPOSED']);
    expect((await register({ ...twin, distanceid: scene.five, same_person: 'yes' })).body.result.is_known).toBe(true);
    expect((await register({ ...twin, distanceid: scene.five, same_person: 'no' })).body.result.is_known).toBe(false);
    expect(await rows("select count(*)::int as n from web_users where first_name = 'Gemela'")).toEqual([{ n: 2 }]);
  });

  test('is not registered twice for a distance, and says so on the athlete', async () => {
    const input = person('Doble');
    await register(input);
    expect(pathsOf(await register(input))).toEqual([409, 'input.web_userid ALREADY_REGISTERED']);
  });
});

describe('all or nothing', () => {
  const left = async () =>
    rows(
      "select (select count(*) from web_users where last_name = 'Mostrador')::int as people, (select count(*) from inscriptions)::int as registrations",
    );
  test.each([
    ['a coupon that does not exist', { coupon: 'NADA' }, [409, 'input.coupon COUPON_UNKNOWN']],
    ['a courtesy without a reason', { payment: 'courtesy' }, [400, 'input.reason REQUIRED']],
    ['a missing required answer', { answers: [] }, [400, 'input.answers REQUIRED']],
    ['an answer that is no choice', { answers: [{ questionid: -1, value: 'radio' }] }, [400, 'input.answers.0.value ANSWER_CHOICE']],
    ['a child without a guardian', { birth_date: '2020-01-01' }, [400, 'input.guardian_name RULE_BROKEN']],
    ['a size that there is not', { tshirt_size: 'S' }, [400, 'input.tshirt_size NO_SUCH_SIZE']],
  ])('%s leaves no trace, and names its field', async (name, more, expected) => {
    const before = await left();
    const given: any =
      'answers' in more && more.answers.length > 0 ? { answers: [{ ...more.answers[0], questionid: questions['source'] }] } : more;
    const answer = await register({ ...person(`Error${name.length}`), tshirt_modelid: scene.shirt, tshirt_size: 'M', ...given });
    expect([answer.status, `${answer.body.errors[0]?.path} ${answer.body.errors[0]?.code}`]).toEqual(expected);
    expect(await left()).toEqual(before);
  });

  test('a rehearsal says what would come and writes nothing', async () => {
    const before = await left();
    const { body } = await register(person('Ensayo'), scene.support, true);
    expect(body.result).toMatchObject({ status: 'assign_number', total_cents: 62_500 });
    expect(await left()).toEqual(before);
  });
});

describe('who pays later', () => {
  test('gets a link by mail, with the hold of the event', async () => {
    const { body } = await register({ ...person('Enlace'), payment: 'link' });
    expect(body.result).toMatchObject({ status: 'pending_payment', balance_cents: 62_500, is_written: true });
    expect(body.result.expires_at).not.toBeNull();
    expect(await rows('select kind from inscription_letters where inscriptionid = $1', [body.result.inscriptionid])).toEqual([
      { kind: 'payment_due' },
    ]);
  });
  test('only holds the place', async () => {
    const { body } = await register({ ...person('Aparta'), payment: 'later' });
    expect(body.result).toMatchObject({ status: 'started', is_written: false });
  });
});

describe('the price of a registration', () => {
  const quote = (more: Readonly<Record<string, unknown>> = {}) =>
    scene.support.post(`${at}/quote`, { input: { eventid: scene.eventid, distanceid: scene.ten, ...more } });
  test('is that of the tier in force, with the coupon', async () => {
    const made = await scene.chief.post('/v2/event/coupons', {
      organizationid: scene.org,
      eventid: scene.eventid,
      code: 'DIEZ',
      type: 'percent',
      value: 10,
      max_uses: 5,
    });
    expect(made.body).toMatchObject({ code: 'DIEZ' });
    expect((await quote()).body.result).toMatchObject({
      list_price_cents: 60_000,
      fee_cents: 2_500,
      total_cents: 62_500,
      tier: 'Única',
      coupon_problem: null,
    });
    expect((await quote({ coupon: 'diez' })).body.result).toMatchObject({
      discount_cents: 6_000,
      total_cents: 56_500,
      coupon_problem: null,
    });
    expect((await quote({ coupon: 'once' })).body.result).toMatchObject({ discount_cents: 0, coupon_problem: 'COUPON_UNKNOWN' });
  });
  test('is what is charged', async () => {
    const { body } = await register({ ...person('Cuponera'), coupon: 'diez' });
    expect(body.result.total_cents).toBe(56_500);
  });
  test('comes with the registrations that the athlete has already', async () => {
    const { body } = await register(person('Otravez'));
    const { web_userid } = await scene.read(body.result.inscriptionid);
    expect((await quote({ web_userid })).body.result.registered).toEqual([
      { inscriptionid: body.result.inscriptionid, distance: '10 km', status: 'assign_number' },
    ]);
  });
});

describe('answers of a registration', () => {
  const save = (id: number, answers: readonly unknown[], by = scene.support) => scene.act(by, id, 'save_answers', { answers });
  test('are changed, taken away and written down', async () => {
    const { inscriptionid } = (await register(person('Responde'))).body.result;
    expect((await save(inscriptionid, [{ questionid: questions['races'], value: '12' }])).status).toBe(200);
    expect((await save(inscriptionid, [{ questionid: questions['races'], value: null }])).status).toBe(200);
    expect(pathsOf(await save(inscriptionid, [{ questionid: questions['source'], value: null }]))).toEqual([
      400,
      'input.answers.0.value REQUIRED',
    ]);
    expect(pathsOf(await save(inscriptionid, [{ questionid: questions['races'], value: '100' }]))).toEqual([
      400,
      'input.answers.0.value ANSWER_RANGE',
    ]);
    expect(pathsOf(await save(inscriptionid, [{ questionid: questions['pace'], value: '5:30' }]))).toEqual([
      400,
      'input.answers.0.value QUESTION_NOT_ASKED',
    ]);
    const log = await rows("select changes from inscription_log where inscriptionid = $1 and status = 'questions_saved' order by logid", [
      inscriptionid,
    ]);
    expect(log.at(-1)?.changes).toEqual([{ field: `question:${questions['races']}`, old: 12, new: null }]);
  });
  test('that do not fit the pattern are refused, however hard the pattern is', async () => {
    const { inscriptionid } = (await register(person('Patron'))).body.result;
    const answers = (value: string) => [
      { questionid: questions['races'], value: '3' },
      { questionid: questions['pace'], value },
    ];
    expect(pathsOf(await save(inscriptionid, answers('rápido')))).toEqual([400, 'input.answers.1.value ANSWER_FORMAT']);
    await rows("update event_questions set regex = '(a+)+b' where questionid = $1", [questions['pace']]);
    expect((await save(inscriptionid, answers('a'.repeat(1900)))).status).toBe(400);
    await rows("update event_questions set regex = '\\d:\\d\\d' where questionid = $1", [questions['pace']]);
  });
  test('about health take the key of administrators, and the log keeps no value of them', async () => {
    const { inscriptionid } = (await register(person('Alergica'))).body.result;
    const answers = [{ questionid: questions['allergy'], value: 'Penicilina' }];
    expect((await save(inscriptionid, answers, scene.organizer)).status).toBe(403);
    expect((await save(inscriptionid, answers)).status).toBe(200);
    const [{ changes }] = await rows('select changes from inscription_log where inscriptionid = $1 order by logid desc limit 1', [
      inscriptionid,
    ]);
    expect(changes).toEqual([{ field: `question:${questions['allergy']}` }]);
  });
});

test('people without the key register nobody', async () => {
  expect((await register(person('Negada'), scene.desk)).status).toBe(403);
  expect((await register(person('Negada'), scene.finance)).status).toBe(403);
});

test('many registrations are tagged at once, and who has the tag already is left out', async () => {
  const ids: number[] = [];
  for (const name of ['Etiqueta', 'Etiquetada']) ids.push((await register(person(name))).body.result.inscriptionid);
  const tag = (input: object) => scene.organizer.post(`${at}/update_tags`, { ids, input });
  expect((await tag({ add: ['VIP', 'Prensa'] })).body.ok).toBe(2);
  expect((await scene.read(ids[0]!)).tags).toEqual(['vip', 'prensa']);
  await rows('update inscriptions set tags = $2 where inscriptionid = $1', [ids[1], ['vip']]);
  expect((await tag({ add: ['vip'], remove: ['prensa'] })).body.ok).toBe(1);
  expect((await scene.read(ids[0]!)).tags).toEqual(['vip']);
  const [{ changes }] = await rows('select changes from inscription_log where inscriptionid = $1 order by logid desc limit 1', [ids[0]]);
  expect(changes).toEqual([{ field: 'tags', old: ['vip', 'prensa'], new: ['vip'] }]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../support/effort';
import { openScene, type Scene } from '../registration/support';
import { drawFrom } from '../support/hostile';
import { openImports } from './support';
import { longer } from '../../support/limits';

let scene: Scene;
let site: ReturnType<typeof openImports>;
beforeAll(async () => {
  scene = await openScene({ capacity: 9, shirts: 6, bibs: 5 });
  site = openImports(scene.world);
}, longer.timeout);
afterAll(() => scene.close());

const rounds = 4,
  mostRows = 40;
const oneRow = { polite: { batchMs: 0, portionMs: 0 }, alone: { batchMs: 0, portionMs: 0 } };

/** Files in which rows depend on each other in every way: the same people, the same ids, more people than seats, sizes that run out. */
const draw = (round: number): string => {
  const by = drawFrom(seed + round);
  const people = Array.from({ length: 14 }, (_, at) => ({
    name: `Ana${at % 5}`,
    last: `Lot${round}${'abcdefgh'[at % 8]}`,
    born: `19${80 + (at % 6)}-01-0${1 + (at % 3)}`,
    mail: by.chance(0.7) ? `r${round}p${at % 9}@example.com` : '',
  }));
  const rows = Array.from({ length: 10 + by.below(mostRows - 10) }, () => {
    const { name, last, born, mail } = by.of(people);
    return [
      name,
      by.chance(0.05) ? '' : last,
      by.of(['F', 'M']),
      by.chance(0.1) ? 'nunca' : born,
      mail,
      by.of(['10K', '5K', '5K', '7K']),
      by.of(['', '', 'M', 'L', 'XS']),
      by.chance(0.3) ? `E${by.below(12)}` : '',
      by.chance(0.2) ? String(5001 + by.below(4)) : '',
    ].join(',');
  });
  return ['Nombre,Apellido,Rama,Nacimiento,Correo,Distancia,Talla,Id externo,Dorsal', ...rows].join('\n');
};

test.each(Array.from({ length: rounds }, (_, round) => round))(
  'a rehearsal says row by row what the import then does (file %i)',
  async (round) => {
    const brought = await site.bring(scene.chief, draw(round), { type: 'inscriptions', eventid: scene.eventid });
    const id = brought.body.import_jobid;
    await site.act(scene.chief, id, 'rehearse');
    const checked = await site.work(scene.chief, id, round % 2 === 0 ? {} : { manners: oneRow });
    expect(checked.status, JSON.stringify([checked.reason, site.errors.at(-1)])).toBe('validated');
    const before = await site.rows(scene.chief, id);
    expect(before.length).toBe(checked.totals.rows);
    expect(checked.totals.new + checked.totals.changed + checked.totals.same + checked.totals.refused).toBe(checked.totals.rows);
    expect(checked.totals.refused).toBeGreaterThan(0);
    expect(checked.totals.new).toBeGreaterThan(0);
    await site.act(scene.chief, id, 'run');
    const done = await site.work(scene.chief, id, round % 2 === 0 ? { manners: oneRow } : {});
    const after = await site.rows(scene.chief, id);
    const said = (rows: readonly any[]) =>
      rows.map(({ row_no, state, reasons }) => [row_no, state, reasons.map(({ path, code }: any) => `${path} ${code}`)]);
    expect(said(after)).toEqual(said(before));
    expect(done.totals).toMatchObject({ new: checked.totals.new, refused: checked.totals.refused });
    const undone = await site.finish(scene.chief, id, 'undo');
    expect(undone.totals, JSON.stringify((await site.rows(scene.chief, id, '&state=stayed')).map(({ reasons }) => reasons))).toMatchObject({
      undone: checked.totals.new,
      stayed: 0,
    });
  },
  longer.timeout,
);

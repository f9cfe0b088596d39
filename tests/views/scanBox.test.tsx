import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { causes, directions, scanResults } from '@/domain/registration/judgeScan';
import { AnswerScreen } from '@/pages/access/AnswerScreen';
import type { Shown } from '@/pages/access/deskState';
import { NotRedeemed } from '@/pages/access/NotRedeemed';
import { lookOf, wordOf } from '@/pages/access/looks';
import type { PointCopy } from '@/pages/access/pointCopy';
import { mute, mutedStore, beep } from '@/pages/scan/beep';
import { ScanBox } from '@/pages/scan/ScanBox';
import { registry } from './support/fixture';
import { fakeServer, mount } from './support/mount';

const onCode = vi.fn<(code: string) => void>(),
  onType = vi.fn<(text: string) => void>();
beforeEach(() => {
  onCode.mockClear();
  onType.mockClear();
});
const page = (
  <>
    <ScanBox label="Código" onCode={onCode} onType={onType} />
    <button type="button">Otro</button>
    <p>Texto</p>
    <textarea aria-label="Nota" />
  </>
);
const openBox = () => mount({ at: ['/'], server: fakeServer(registry, {}), routes: [{ path: '', element: page }] });
const box = () => screen.findByRole('textbox', { name: 'Código' });

describe('the box of a scanner', () => {
  test('has the focus, reports a line and is empty for the next one', async () => {
    const { user } = openBox();
    expect(document.activeElement).toBe(await box());
    await user.keyboard('AB3K9QZ7{Enter}  245 {Enter}{Enter}   {Enter}');
    expect(onCode.mock.calls).toEqual([['AB3K9QZ7'], ['245']]);
    expect(await box()).toHaveProperty('value', '');
    expect(onType.mock.calls.slice(0, 2)).toEqual([['A'], ['AB']]);
  });
  test('gets the focus back after a press on anything that needs no keys', async () => {
    const { user } = openBox();
    const input = await box();
    await user.click(screen.getByRole('button', { name: 'Otro' }));
    await waitFor(() => expect(document.activeElement).toBe(input));
    await user.click(screen.getByText('Texto'));
    await waitFor(() => expect(document.activeElement).toBe(input));
  });
  test('leaves the focus to another text box, and its letters too', async () => {
    const { user } = openBox();
    await box();
    const note = screen.getByRole('textbox', { name: 'Nota' });
    await user.click(note);
    await user.keyboard('hola');
    expect([document.activeElement, (note as HTMLTextAreaElement).value]).toEqual([note, 'hola']);
  });
  test('takes the letters of a scanner while a button has the focus, and none of them is a shortcut', async () => {
    openBox();
    const input = await box();
    const shortcut = vi.fn();
    window.addEventListener('keydown', shortcut);
    screen.getByRole('button', { name: 'Otro' }).focus();
    fireEvent.keyDown(screen.getByRole('button', { name: 'Otro' }), { key: 'n' });
    window.removeEventListener('keydown', shortcut);
    expect(document.activeElement).toBe(input);
    expect(shortcut).not.toHaveBeenCalled();
  });
  test('leaves the keys of a keyboard user alone: Tab and Space do what they do everywhere', async () => {
    openBox();
    await box();
    const other = screen.getByRole('button', { name: 'Otro' });
    other.focus();
    for (const key of ['Tab', ' ', 'Enter']) fireEvent.keyDown(other, { key });
    expect(document.activeElement).toBe(other);
  });
  test('says in a sentence that a device has no camera', async () => {
    vi.stubGlobal('isSecureContext', true);
    const { user } = openBox();
    await box();
    await user.click(screen.getByRole('button', { name: 'Leer con la cámara' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No encontramos una cámara/);
    await user.click(screen.getByRole('button', { name: 'Cerrar la cámara' }));
    expect(screen.queryByRole('alert')).toBeNull();
    vi.unstubAllGlobals();
  });
});

describe('the tones of a scan', () => {
  test('are silent when the device was muted, which it remembers', () => {
    const started = vi.fn();
    const node = {
      connect: () => node,
      frequency: {},
      start: started,
      stop: () => undefined,
      gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
    };
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0;
        state = 'running';
        destination = null;
        createOscillator = () => node;
        createGain = () => node;
      },
    );
    mute(true);
    beep('ok');
    expect([started.mock.calls.length, mutedStore.get(), localStorage.getItem('dorsal.scan.muted')]).toEqual([0, true, 'yes']);
    mute(false);
    beep('refused');
    expect(started).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });
});

describe('the answer to a scan', () => {
  const copy = { distance: () => '10K', wave: () => undefined } as unknown as PointCopy;
  const shown: Shown = {
    client_uuid: 'a',
    input: { code: 'AB3K9QZ7', direction: 'entry', client_uuid: 'a', scanned_at: '2027-05-01T12:00:00Z', device_id: 'x' },
    verdict: { result: 'not_paid', cause: 'not_paid', since: null },
    person: null,
    elsewhere: null,
    benefits: [],
    isForced: false,
    isConfirmed: true,
    refusal: null,
    handed: [],
    unredeemed: null,
  };
  const open = (more: Partial<Shown> = {}, mayForce = true, onRedeem = async (): Promise<void> => undefined) => {
    const [onForce, onClose] = [vi.fn(), vi.fn()];
    const onTakeBack = vi.fn(async (): Promise<void> => undefined);
    const element = (
      <AnswerScreen
        shown={{ ...shown, ...more }}
        copy={copy}
        watched={null}
        mayForce={mayForce}
        isOnline={more.isConfirmed ?? shown.isConfirmed}
        onForce={onForce}
        onRedeem={onRedeem}
        onTakeBack={onTakeBack}
        onClose={onClose}
      />
    );
    return { ...mount({ at: ['/'], server: fakeServer(registry, {}), routes: [{ path: '', element }] }), onForce, onClose, onTakeBack };
  };
  test('asks for a reason before somebody is let through', async () => {
    const { user, onForce } = open();
    await user.click(await screen.findByRole('button', { name: 'Dejar pasar…' }));
    await user.keyboard('{Enter}');
    expect((await screen.findByText('Escribe el motivo.')).getAttribute('role')).toBe('alert');
    await user.keyboard('  Pagó en la mesa {Enter}');
    expect(onForce.mock.calls).toEqual([['Pagó en la mesa']]);
  });
  test('offers nobody without the key to let somebody through, and nobody at all when the point is closed', async () => {
    const first = open({}, false);
    expect(await screen.findByText('NO PAGADO')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Dejar pasar…' })).toBeNull();
    first.unmount();
    open({ verdict: null, refusal: 'ACCESS_CLOSED' });
    expect(await screen.findByText('El acceso está cerrado: ya no pasa nadie.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Dejar pasar…' })).toBeNull();
  });
  test('says when the server has not heard of it yet', async () => {
    open({ isConfirmed: false, verdict: { result: 'ok', cause: 'entered', since: null } });
    expect(await screen.findByText('Sin conexión: se enviará después')).toBeTruthy();
  });
  test('offers what is theirs to who is here by right, without a connection too, and says in words why something is not redeemed', async () => {
    const hat = { benefit_grantid: 4, name: { es: 'Gorra' }, kind: 'gift', state: 'granted', redeemed_at: null, isScanned: false } as const;
    const redeem = vi.fn(async (): Promise<void> => Promise.reject(new NotRedeemed('BENEFIT_LATE')));
    const inside = { verdict: { result: 'already_in', cause: 'inside', since: null }, benefits: [hat], isConfirmed: false } as const;
    const first = open(inside, true, redeem);
    expect(await screen.findByText('Sin conexión: el canje se enviará después.')).toBeTruthy();
    await first.user.click(screen.getByRole('button', { name: /^Canjear\s*Gorra$/ }));
    expect(await screen.findByText('El beneficio ya terminó.')).toBeTruthy();
    expect(redeem.mock.calls).toEqual([[4, 'Gorra · ']]);
    first.unmount();
    open({ benefits: [hat] });
    expect(await screen.findByText('NO PAGADO')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Canjear\s*Gorra$/ })).toBeNull();
  });
  test('to a voucher is about the voucher: redeemed, with a way back, or redeemed before', async () => {
    const hat = {
      benefit_grantid: 4,
      name: { es: 'Gorra' },
      kind: 'gift',
      state: 'redeemed',
      redeemed_at: '2027-05-01T12:00:00Z',
    } as const;
    const inside = { verdict: { result: 'ok', cause: 'entered', since: null }, benefits: [{ ...hat, isScanned: true }] } as const;
    const first = open({ ...inside, handed: [4] });
    expect(await screen.findByText('CANJEADO')).toBeTruthy();
    expect(screen.getByText('Gorra: se acaba de canjear.')).toBeTruthy();
    await first.user.click(screen.getByRole('button', { name: /^Deshacer\s*Gorra$/ }));
    expect(first.onTakeBack.mock.calls).toEqual([[4]]);
    first.unmount();
    open(inside);
    expect(await screen.findByText('YA CANJEADO')).toBeTruthy();
    expect(screen.getByText(/^Gorra: ya se había canjeado el /)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Deshacer/ }), 'what another scan redeemed is not taken back here').toBeNull();
  });
  test.each([
    ['its code alone says which', new NotRedeemed({ code: 'BENEFIT_CLOSED', message: 'x' }), 'El beneficio no está activo.'],
    ['the device found it', new NotRedeemed('BENEFIT_UNKEPT'), 'Sin conexión no se puede canjear: este navegador no guarda datos.'],
    ['another refusal is said as the server says it', new NotRedeemed({ code: 'FORBIDDEN', message: 'BENEFIT_LATE' }), 'BENEFIT_LATE'],
    ['it failed without a code', new Error('BENEFIT_LATE'), 'BENEFIT_LATE'],
  ])('says why a benefit is not redeemed: %s', async (_, error, sentence) => {
    const hat = { benefit_grantid: 4, name: { es: 'Gorra' }, kind: 'gift', state: 'granted', redeemed_at: null, isScanned: false } as const;
    const inside = { verdict: { result: 'already_in', cause: 'inside', since: null }, benefits: [hat] } as const;
    const { user } = open(inside, true, async () => Promise.reject(error));
    await user.click(await screen.findByRole('button', { name: /^Canjear\s*Gorra$/ }));
    expect((await screen.findByText(sentence)).getAttribute('role')).toBe('alert');
  });
  test('has a word, a colour and a sentence for every result and every cause, in both languages', () => {
    for (const language of ['es', 'en']) {
      const { scan } = { scan: JSON.parse(readFileSync(`locales/${language}/scan.json`, 'utf8')) };
      const wordsAre = new Set<string>();
      for (const result of [...scanResults, null])
        for (const direction of directions) {
          const [, , name] = wordOf(result, direction).split('.');
          expect(scan.word[name!], `${language} ${name}`).toMatch(/^\p{Lu}[\p{Lu} ]+$/u);
          wordsAre.add(scan.word[name!]);
          expect(lookOf(result, direction).colour).toMatch(/^(go|out|wait|stop)$/);
        }
      expect(wordsAre.size, 'no two results share a word').toBe(scanResults.length + 2);
      for (const cause of causes) expect(scan.because[cause], `${language} ${cause}`).toMatch(/[.]$/);
    }
  });
});

import { listIn, partOf } from '@/schema/unknown';
import { markPass, passMarkStore, type PassMark } from '@/state/passMark';
import { openDeviceVault, sealWith, type DeviceVault, type Sealed, type Seal, type StoredPass } from './deviceVault';
import { forgetCopies } from './forgetCopies';
import { openedStore } from './openedStore';

/** The PIN opened it, was wrong, may be tried again in some seconds, or there is nothing to open any more. */
export type PassAnswer =
  | { readonly is: 'open'; readonly contents: unknown; readonly eventid: number }
  | { readonly is: 'wrong'; readonly left: number }
  | { readonly is: 'closed'; readonly seconds: number }
  | { readonly is: 'gone' };
export interface DevicePass {
  /** Makes a new pass; what an earlier one sealed cannot be opened any more. */
  readonly make: (pin: string, of: PassMark, contents: unknown) => Promise<void>;
  readonly open: (pin: string) => Promise<PassAnswer>;
}
interface PassOptions {
  readonly vault?: () => Promise<DeviceVault>;
  readonly now?: () => number;
  /** Rounds of PBKDF2 with SHA-256, as OWASP asks for. */
  readonly rounds?: number;
}

/** A PIN is this many digits. */
export const pinDigits = { least: 6, most: 12 } as const;
/** Whether a text can be a PIN. */
export const isPin = (text: string): boolean => /^\d+$/.test(text) && text.length >= pinDigits.least && text.length <= pinDigits.most;
const mostWrong = 10,
  freeTries = 3,
  pauseMs = 30_000;
const passKey = 'pass',
  innerLabel = 'key of copies',
  outerLabel = 'wrapped key';
const aes = { name: 'AES-GCM', length: 256 } as const;

const sealOfPin = async (pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<Seal> => {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveKey']);
  return sealWith(
    await crypto.subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, material, aes, false, ['encrypt', 'decrypt']),
  );
};
const bytesIn = (some: unknown): Uint8Array<ArrayBuffer> => Uint8Array.from(listIn(some), Number);
const sealOfRaw = async (raw: Uint8Array<ArrayBuffer>): Promise<Seal> =>
  sealWith(await crypto.subtle.importKey('raw', raw, aes, false, ['encrypt', 'decrypt']));
/** Sealed data as JSON, so that it can be sealed again. */
const toJson = ({ iv, data }: Sealed): object => ({ iv: [...iv], data: [...new Uint8Array(data)] });
const fromJson = (some: unknown): Sealed => ({ iv: bytesIn(partOf(some, 'iv')), data: bytesIn(partOf(some, 'data')).buffer });

/** What lets a person work on this device without a network: their PIN, together with a key that the browser gives to nobody. */
export const createDevicePass = ({ vault = openDeviceVault, now = Date.now, rounds = 600_000 }: PassOptions = {}): DevicePass => {
  const unwrap = async ({ open }: DeviceVault, pass: StoredPass, pin: string): Promise<Seal | null> => {
    const inner = await open(pass.wrapped, outerLabel).catch(() => null); // sealed with a key that the browser has lost
    if (!inner) return null;
    const ofPin = await sealOfPin(pin, pass.salt, rounds);
    return sealOfRaw(bytesIn(await ofPin.open(fromJson(inner), innerLabel)));
  };
  return {
    make: async (pin, of, contents) => {
      const { database, seal } = await vault();
      const salt = crypto.getRandomValues(new Uint8Array(16)),
        raw = crypto.getRandomValues(new Uint8Array(aes.length / 8));
      const ofPin = await sealOfPin(pin, salt, rounds),
        ofCopies = await sealOfRaw(raw);
      const wrapped = await seal(toJson(await ofPin.seal([...raw], innerLabel)), outerLabel);
      await Promise.all([database.clear('copies'), database.clear('portraits')]); // nothing opens those of an earlier pass
      await database.put(
        'passes',
        { ...of, salt, wrapped, contents: await ofCopies.seal(contents, passKey), wrongTries: 0, closedUntil: 0 },
        passKey,
      );
      database.close();
      markPass(of);
      openedStore.set(ofCopies);
    },
    open: async (pin) => {
      const device = await vault();
      const { database } = device;
      try {
        const pass = await database.get('passes', passKey);
        if (!pass || pass.expires <= now()) {
          await forgetCopies();
          return { is: 'gone' };
        }
        if (pass.closedUntil > now()) return { is: 'closed', seconds: Math.ceil((pass.closedUntil - now()) / 1000) };
        // Counted before it is compared: a page that is closed meanwhile wins no try.
        const wrongTries = pass.wrongTries + 1;
        const closedUntil = wrongTries < freeTries ? 0 : now() + pauseMs * 2 ** (wrongTries - freeTries);
        await database.put('passes', { ...pass, wrongTries, closedUntil }, passKey);
        const opened = await unwrap(device, pass, pin).catch(() => undefined);
        if (opened === null || (!opened && wrongTries >= mostWrong)) {
          await forgetCopies();
          return { is: 'gone' };
        }
        if (!opened) return { is: 'wrong', left: mostWrong - wrongTries };
        await database.put('passes', { ...pass, wrongTries: 0, closedUntil: 0 }, passKey);
        const { userid, eventid, expires } = pass;
        markPass({ userid, eventid, expires });
        openedStore.set(opened);
        return { is: 'open', contents: await opened.open(pass.contents, passKey), eventid };
      } finally {
        database.close();
      }
    },
  };
};

/** Removes a pass and its copies after its day. */
export const forgetExpired = async (now = Date.now()): Promise<void> => {
  const mark = passMarkStore.get();
  if (mark && mark.expires <= now) await forgetCopies();
};
/** Removes the pass of another person and its copies: they prepared this device and somebody else is signed in. */
export const forgetOthers = async (userid: number): Promise<void> => {
  const mark = passMarkStore.get();
  if (mark && mark.userid !== userid) await forgetCopies();
};

import { randomBytes } from 'node:crypto';
import { eachChange, type EffectBody } from '../Change';

const tokenBytes = 16;
/** The content of a QR code: random, without data of the athlete. */
export const newQrToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** The earlier code becomes invalid: no scan finds it, whatever statuses the scanner asks for. */
export const killQr: EffectBody = eachChange((_tx, { write }) => write({ qr_token: null }));
/** People who come back get a new code; the earlier one stays invalid. */
export const renewQr: EffectBody = eachChange((_tx, { now, write }) => {
  if (!now.qr_token) write({ qr_token: newQrToken() });
});

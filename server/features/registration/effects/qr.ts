import { randomBytes } from 'node:crypto';
import type { EffectBody } from '../Change';

const tokenBytes = 16;
/** What a QR code says: nothing that could be guessed, and nothing about the athlete. */
export const newQrToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** The code that was handed out opens nothing any more: no scan finds it, whatever the scanner asks about statuses. */
export const killQr: EffectBody = async ({ write }) => write({ qr_token: null });
/** Whoever comes back gets a code of their own; the one from before stays dead. */
export const renewQr: EffectBody = async ({ now, write }) => {
  if (!now.qr_token) write({ qr_token: newQrToken() });
};

import { createSeal } from '../kernel/secrets';

/** A person whose password was right and who has to enter a code. */
export interface SecondStep {
  readonly userid: number;
  /** When the password had last been changed at that time. */
  readonly changed: number;
}

/** How long the second step may take. */
export const secondStepSeconds = 300;

export interface SecondSteps {
  readonly write: (step: SecondStep) => string;
  /** The step, or null when the text is not ours or is too old. */
  readonly read: (text: string | null) => SecondStep | null;
}

/** Remembers in a sealed cookie that the password was right, so that nobody types it twice. */
export const createSecondSteps = (secret: string, now: () => number = Date.now): SecondSteps => {
  const seal = createSeal(secret, 'second step');
  return {
    write: ({ userid, changed }) => seal.close(JSON.stringify([userid, changed, now() + secondStepSeconds * 1000])),
    read: (text) => {
      const opened = text === null ? null : seal.open(text);
      if (opened === null) return null;
      const [userid, changed, until] = JSON.parse(opened) as [number, number, number];
      return until > now() ? { userid, changed } : null;
    },
  };
};

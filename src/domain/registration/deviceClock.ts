interface Said {
  /** When something was done, by the clock of a device. */
  readonly at: string;
  /** What that clock says while it is sent; nothing where a device does not say it. */
  readonly device_now?: string | null | undefined;
}
/** What a request needs to arrive is no difference of clocks. */
const travelMs = 2000;
const secondMs = 1000;

/** When something was done by the clock of the server, never later than now, and by how many seconds the clock of the device is behind. */
export const correctedInstant = ({ at, device_now }: Said, now = Date.now()): { readonly at: string; readonly skew_s: number | null } => {
  const measured = device_now ? now - Date.parse(device_now) : 0;
  const skew = Math.abs(measured) < travelMs ? 0 : measured;
  return {
    at: new Date(Math.min(now, Date.parse(at) + skew)).toISOString(),
    skew_s: device_now ? Math.round(skew / secondMs) : null,
  };
};

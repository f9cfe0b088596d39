/** The basic colours with a name, each by the middle of its range. */
const plain = {
  black: [20, 20, 24],
  grey: [128, 132, 138],
  white: [250, 250, 250],
  red: [214, 40, 40],
  orange: [243, 129, 36],
  yellow: [250, 208, 44],
  green: [46, 150, 72],
  lime: [150, 214, 60],
  turquoise: [64, 190, 190],
  sky: [110, 180, 240],
  blue: [36, 98, 204],
  navy: [20, 33, 80],
  purple: [118, 62, 172],
  pink: [240, 120, 170],
  brown: [121, 78, 48],
  beige: [226, 205, 170],
} as const satisfies Readonly<Record<string, readonly [number, number, number]>>;

/** The name of the nearest basic colour. */
export const colorWord = (hex: string): keyof typeof plain => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const far = ([r, g, b]: readonly [number, number, number]): number => 2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2; // eyes distinguish greens best
  const names = Object.keys(plain) as (keyof typeof plain)[];
  return names.reduce((best, name) => (far(plain[name]) < far(plain[best]) ? name : best));
};

import { hostile, hostileText, type Draw } from './hostile';

const edge = 'edge';
/** A picture of one pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const files: readonly Buffer[] = [
  png,
  png.subarray(0, 40),
  Buffer.concat([png.subarray(0, 16), Buffer.from('7fffffff7fffffff', 'hex'), png.subarray(24)]),
  Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  Buffer.from('name;gender\nAna;F\n'),
  Buffer.from('PK\u0003\u0004'),
  Buffer.from('<svg onload="alert(1)"/>'),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.from('\0\0\0\0'),
  Buffer.alloc(0),
  Buffer.alloc(70_000, 'a'),
];
/** A value between the quotes of a header; sometimes one that breaks out of them. */
const named = (draw: Draw): string => (draw.chance(0.1) ? hostileText(draw) : hostileText(draw).replace(/[\r\n"]/g, ''));

const partOf = (draw: Draw, names: readonly string[]): Buffer => {
  const name = draw.chance(0.85) ? draw.of(names) : named(draw);
  const isFile = name !== 'data' && draw.chance(0.8);
  const head = [
    `--${edge}`,
    draw.chance(0.05)
      ? draw.of(['content-disposition: form-data', 'content-disposition: ;', 'x'])
      : `content-disposition: form-data; name="${name}"${isFile ? `; filename="${named(draw)}"` : ''}`,
    ...(isFile ? [`content-type: ${draw.of(['application/octet-stream', 'image/png', 'x', ''])}`] : []),
    ...(draw.chance(0.05) ? ['content-transfer-encoding: base64'] : []),
    '',
    '',
  ].join('\r\n');
  const body = isFile ? draw.of(files) : Buffer.from(draw.chance(0.8) ? JSON.stringify(hostile(draw)) : hostileText(draw));
  return Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n')]);
};

/** A malformed multipart form: parts that are missing, broken, too many or of other names, and missing ends. */
export const hostileForm = (draw: Draw, headers: Record<string, string>, names: readonly string[]) => {
  const parts = Array.from({ length: draw.below(4) }, () => partOf(draw, names));
  const whole = Buffer.concat([...parts, Buffer.from(`--${edge}--\r\n`)]);
  const boundary = draw.chance(0.9) ? `; boundary=${edge}` : draw.of(['', '; boundary=', '; boundary=x', `; boundary="${'a'.repeat(90)}"`]);
  return {
    headers: { ...headers, 'content-type': `multipart/form-data${boundary}` },
    payload: draw.chance(0.1) ? whole.subarray(0, draw.below(whole.length)) : whole,
  };
};

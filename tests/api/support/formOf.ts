interface Part {
  readonly name: string;
  readonly data: Buffer | string;
  /** The name of a file; without one it is a field. */
  readonly file?: string;
  readonly type?: string;
}

const unknownType = 'application/octet-stream';

/** A form with files, as a browser sends it: the payload of a request that is injected, which names its own type. */
export const formOf = (...parts: readonly Part[]): FormData => {
  const form = new FormData();
  for (const { name, data, file, type = unknownType } of parts)
    if (file === undefined) form.append(name, data.toString());
    else form.append(name, new Blob([new Uint8Array(Buffer.from(data))], { type }), file);
  return form;
};

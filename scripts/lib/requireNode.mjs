const oldest = [20, 19];

/** Stops with a clear sentence on a Node.js that cannot run the product; keep this file free of recent syntax. */
export const requireNode = (version = process.versions.node) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  process.stderr.write(
    `Dorsal needs Node.js ${oldest.join('.')} or newer; this is ${version}. Install a newer one from https://nodejs.org and try again.\n`,
  );
  process.exit(1);
};

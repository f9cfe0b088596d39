/** A plugin cannot be used; the message says which one, and why. */
export class PluginError extends Error {
  override readonly name = 'PluginError';
}

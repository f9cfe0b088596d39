/** A plugin cannot be used: the message says in sentences which one, and why. */
export class PluginError extends Error {
  override readonly name = 'PluginError';
}

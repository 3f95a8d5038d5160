/** Maximum length of the server's part, and of a name: that of the model services. */
const MAX_SERVER = 20
const MAX_NAME = 64

/** The characters that all model services accept. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')

/**
 * Names for models, by a tool's own name: `<server>__<tool>`, distinct from each other and from those that are taken. No built-in
 * function has two underscores in its name, so none can be impersonated.
 */
export function functionNames(
  server: string,
  tools: readonly string[],
  takenNames: readonly string[],
): ReadonlyMap<string, string> {
  const prefix = plain(server).toLowerCase().slice(0, MAX_SERVER) || 'mcp'
  const taken = new Set(takenNames)
  const names = new Map<string, string>()
  for (const tool of tools) {
    const whole = `${prefix}__${plain(tool) || 'tool'}`.slice(0, MAX_NAME)
    let name = whole
    for (let count = 2; taken.has(name); count += 1) {
      const suffix = `_${count}`
      name = `${whole.slice(0, MAX_NAME - suffix.length)}${suffix}`
    }
    taken.add(name)
    names.set(tool, name)
  }
  return names
}

/** A catalogue of `renderer/locales` or `widget/locales`. */
export type Catalogue = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** Placeholders of a text: `name` of `{name}`, but not `{{name}}`, which is a variable of an assistant. */
export function placeholdersOf(text: string): string[] {
  const found = [...text.matchAll(/(?<!\{)\{(\w+)\}(?!\})/g)].map(([, name]) => name!)
  return [...new Set(found)].sort()
}

/** Declares the parameters of each text in a catalogue. TypeScript can read JSON, but not placeholders. */
export function parameterTypes(english: Catalogue): string {
  const lines = Object.entries(english).flatMap(([key, text]) => {
    const isPlural = typeof text !== 'string'
    const names = placeholdersOf(isPlural ? Object.values(text).join(' ') : text)
    if (isPlural && !names.includes('count')) names.unshift('count')
    if (names.length === 0) return []
    const fields = names.map(
      (name) => `${name}: ${isPlural && name === 'count' ? 'number' : 'Value'}`,
    )
    return [`  ${/^\w+$/.test(key) ? key : `'${key}'`}: { ${fields.join('; ')} }`]
  })
  return `// Made from en.json by \`npm run locales\`.\ntype Value = string | number\n\nexport interface Parameters {\n${lines.join('\n')}\n}\n`
}

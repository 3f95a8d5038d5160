import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parameterTypes } from './locales/parameters.ts'

// Generates the types of message parameters, for the desk and the widget.
for (const part of ['renderer', 'widget']) {
  const folder = path.join(import.meta.dirname, '..', part, 'locales')
  const english = readdirSync(folder)
    .filter((file) => /^en(-\w+)?\.json$/.test(file))
    .sort()
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
  writeFileSync(path.join(folder, 'parameters.d.ts'), parameterTypes(Object.assign({}, ...english)))
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SHELL_AREAS } from '../../scripts/catalogue-parts.ts'
import { type Catalogue, parameterTypes } from '../../scripts/locales/parameters.ts'
import { faultsOf, unusedKeys } from '../support/catalogues.ts'

const root = path.resolve(import.meta.dirname, '../../renderer')
const folder = path.join(root, 'locales')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const catalogue = (code: string): Catalogue => JSON.parse(read(`${code}.json`))

const english = catalogue('en')
const others = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && file !== 'en.json')
  .map((file) => path.basename(file, '.json'))

/** Words that a language shares with English, and names. */
const SAME_WORDS: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Chat',
    'Lead',
    'Orange',
    'Teams',
    'Pink',
    'Leads',
    ...['API', 'Authorization', 'CSV', 'HTML', 'HTTP', 'JSON', 'SIP', 'URL', 'Web', 'min'],
    ...['Element', 'Parley', 'React', 'Sandbox', 'Shopify', 'Squarespace', 'Unicode', 'Webflow'],
    ...['Telegram', 'WhatsApp', 'Problem', 'Code', 'Emoji', 'Link'],
    ...['Wix', 'WordPress', 'call', 'end', 'webhook', 'signature', 'timestamp', 'Argument'],
    ...[
      'Auto',
      'Browser',
      'Embedding',
      'Budget',
      'Budgets',
      'Café',
      'Median',
      'Optional',
      'Chats',
      'Details',
      'Dualplex',
      'Filter',
    ],
    ...['Emotion', 'Export', 'Limits', 'Offline', 'Passphrase', 'Pause', 'Position', 'Trends'],
    ...[
      'Updates',
      'Header',
      'Label',
      'Labels',
      'Messenger',
      'Multimodal',
      'Name',
      'Neutral',
      'Normal',
    ],
    ...['Online', 'Pipeline', 'Region', 'Server', 'Standard', 'Status', 'Team', 'Terminal', 'Test'],
    ...['Tests', 'Text', 'Token', 'Variable', 'Version', 'Webhook', 'Webhooks', 'Website'],
    ...['Websites', 'offline', 'online', 'optional'],
  ],
}

test.each(others)('%s matches English', (code) => {
  const sameWords = SAME_WORDS[code] ?? []
  expect(faultsOf({ code, texts: catalogue(code), english, sameWords })).toEqual([])
})

test('English is just as tidy', () => {
  expect(faultsOf({ code: 'en', texts: english, english })).toEqual([])
})

test('every text is used', () => {
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
  expect(unusedKeys(Object.keys(english), sources)).toEqual([])
})

const SOURCE = /^(?:import|export)\b(?! type\b)[^'"]*['"](\.[^'"]+\.tsx?)['"]/gm

/** The sources of a module at run time, by file: itself and everything it imports statically. */
function graphOf(file: string, graph = new Map<string, string>()): Map<string, string> {
  if (graph.has(file)) return graph
  const source = readFileSync(file, 'utf8')
  graph.set(file, source)
  for (const [, other] of source.matchAll(SOURCE))
    graphOf(path.join(path.dirname(file), other!), graph)
  return graph
}

const shell = [...graphOf(path.join(root, 'start.tsx')).values()]
const reference = [...graphOf(path.join(root, 'reference/main.tsx')).values()]

test('the shell’s part of a catalogue is exactly what the shell and the API reference use', () => {
  const keys = Object.keys(english)
  // A command name may look like a key.
  const sources = [...shell, ...reference].map((source) => source.replaceAll(/'[\w.]+':/g, ''))
  const unused = new Set(unusedKeys(keys, sources))
  const areas = keys.filter((key) => !unused.has(key)).map((key) => key.split('.')[0]!)
  expect([...new Set(areas)].sort()).toEqual(SHELL_AREAS)
})

test('lazily loaded parts of the shell wait for all texts', () => {
  const early = shell.flatMap((source) =>
    [...source.matchAll(/(\b(?:loadWithTexts|screen)\(\s*\(\) =>\s*)?\bimport\(.*/g)].flatMap(
      ([found, waits]) => (waits ? [] : [found]),
    ),
  )
  expect(early).toEqual([])
})

test('the declared parameters are those of English; `npm run locales` writes them', () => {
  expect(read('parameters.d.ts')).toBe(parameterTypes(english))
})

test('errors in a translation are found', () => {
  const source = { a: 'Hello {name}', b: { one: '{count} day', other: '{count} days' }, c: 'Reset' }
  const faults = (texts: Catalogue) =>
    faultsOf({ code: 'de', texts, english: source, sameWords: [] }).join('\n')
  const right = {
    a: 'Hallo {name}',
    b: { one: '{count} Tag', other: '{count} Tage' },
    c: 'Zurücksetzen',
  }
  expect(faults(right)).toBe('')
  expect(faults({ a: right.a, b: right.b })).toMatch(/c: missing/)
  expect(faults({ ...right, d: 'Mehr' })).toMatch(/d: not in English/)
  expect(faults({ b: right.b, a: right.a, c: right.c })).toMatch(/order/)
  expect(faults({ ...right, a: 'Hallo {nam}' })).toMatch(/a: placeholders/)
  expect(faults({ ...right, b: { other: '{count} Tage' } })).toMatch(/b: plural categories/)
  expect(faults({ ...right, b: { one: '{count} Tag', other: 'Tage' } })).toMatch(/b: placeholders/)
  expect(faults({ ...right, b: '{count} Tage' })).toMatch(/b: a plural/)
  expect(faults({ ...right, c: 'Reset' })).toMatch(/c: still in English/)
  expect(faults({ ...right, c: ' Zurück' })).toMatch(/c: untidy/)
})

test('a text that no source references is found', () => {
  const keys = ['a.plain', 'a.kind.x', 'a.gone', 'b.x', 'b.y']
  const sources = ["t('a.plain')", `t(\`a.kind.\${kind}\`)`, "tEntries('b')"]
  expect(unusedKeys(keys, sources)).toEqual(['a.gone'])
})

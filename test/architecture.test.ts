import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Allowed imports: a map of the code for newcomers. A row lists the places that a place may import; root
 * files of `server/` that everything needs are the floor.
 */
const MAY_IMPORT: Record<string, string[]> = {
  'server/main': ['server/run', 'server/restore', 'server/greeting', 'floor'],
  'server/greeting': ['server/run', 'server/contracts', 'floor'],
  'server/run': ['server/start', 'server/stalls', 'floor'],
  'server/stalls': ['floor'],
  // Runs without a server, since it replaces the data.
  'server/restore': ['server/features', 'server/providers', 'server/db', 'floor'],
  'server/data': ['server/running-instance', 'server/features', 'server/db', 'floor'],
  'server/start': [
    'server/app',
    'server/data',
    'server/wiring',
    'server/features',
    'server/http',
    'server/jobs',
    'server/db',
    'floor',
  ],
  'server/running-instance': ['server/db', 'server/contracts', 'floor'],
  'server/app': ['server/endpoints', 'server/features', 'server/http', 'server/contracts', 'floor'],
  'server/endpoints': ['server/features', 'server/http', 'floor'],
  'server/wiring': [
    'server/features',
    'server/http',
    'server/jobs',
    'server/realtime',
    'server/providers',
    'server/events',
    'server/db',
    'floor',
  ],
  'server/features': [
    'server/language',
    'server/media',
    'server/http',
    'server/jobs',
    'server/realtime',
    'server/providers',
    'server/events',
    'server/db',
    'server/contracts',
    'floor',
  ],
  'server/http': ['server/contracts', 'floor'],
  'server/jobs': ['server/db', 'server/contracts', 'floor'],
  'server/realtime': ['server/events', 'server/contracts', 'floor'],
  'server/providers': ['server/language', 'server/media', 'server/contracts', 'server/db', 'floor'],
  'server/language': [],
  'server/media': ['server/contracts'],
  'server/events': ['server/db', 'server/contracts', 'floor'],
  'server/db': ['server/contracts', 'floor'],
  // The context names the types of everything it hands down.
  floor: [
    'server/contracts',
    'server/db',
    'server/events',
    'server/jobs',
    'server/realtime',
    'server/providers',
  ],
  'server/contracts': [],
  renderer: ['server/contracts', 'electron/desktop-api', 'widget/sound'],
  widget: ['server/contracts', 'widget/sound'],
  // Microphone and loudspeaker, shared by the chat and the desk. It resamples as the server does.
  'widget/sound': ['server/contracts', 'server/media'],
  electron: ['server/run', 'server/restore', 'server/start', 'floor', 'server/contracts'],
  scripts: [
    'server/start',
    'server/features',
    'server/db',
    'server/contracts',
    'renderer',
    // The app has to accept what packaging signs.
    'electron',
    'floor',
  ],
  test: ['*'],
}

const FLOOR = [
  'server/assets',
  'server/config',
  'server/context',
  'server/durable',
  'server/errors',
  'server/limits',
  'server/log',
]

interface Import {
  readonly from: string
  readonly to: string
  readonly isType: boolean
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder)).flatMap((name) => {
    const file = path.join(folder, name)
    if (statSync(path.join(root, file)).isDirectory()) return filesBelow(file)
    return /\.tsx?$/.test(name) && !name.endsWith('.d.ts') ? [file] : []
  })
}

const files = ['server', 'renderer', 'widget', 'electron', 'scripts', 'test'].flatMap(filesBelow)
const textOf = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))

function importsOf(file: string): Import[] {
  const statements = textOf
    .get(file)!
    .matchAll(
      /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
    )
  return [...statements].flatMap(([, type, from, dynamic]) => {
    const target = from ?? dynamic!
    const to = target.startsWith('#contracts/')
      ? target.replace('#contracts/', 'server/contracts/')
      : target.startsWith('.')
        ? path.join(path.dirname(file), target)
        : `package:${target}`
    return [{ from: file, to: to.split('?')[0]!, isType: Boolean(type) }]
  })
}

const imports = files.flatMap(importsOf)
const inside = imports.filter(({ to }) => !to.startsWith('package:'))

/** The place of a file in the table above. */
function placeOf(file: string): string {
  const name = file.replace(/\.\w+$/, '')
  if (FLOOR.includes(name)) return 'floor'
  if (name === 'electron/desktop-api') return name
  if (name.startsWith('widget/sound/')) return 'widget/sound'
  const [top, second] = name.split('/')
  return top === 'server' ? `server/${second}` : top!
}

const list = (found: Iterable<Import>) => [...found].map(({ from, to }) => `${from} → ${to}`)

test('arrows go down: a place uses only what is below it', () => {
  const wrong = inside.filter(({ from, to }) => {
    const [here, there] = [placeOf(from), placeOf(to)]
    const allowed = MAY_IMPORT[here === 'electron/desktop-api' ? 'electron' : here] ?? []
    return (
      here !== there &&
      !(here.startsWith('electron') && there.startsWith('electron')) &&
      !allowed.includes('*') &&
      !allowed.includes(there)
    )
  })
  expect(list(wrong)).toEqual([])
})

/** Files that mount routes. */
const MOUNTS = ['server/app.ts', 'server/endpoints.ts']

test('routes are imported by the app only', () => {
  const wrong = inside.filter(
    ({ from, to }) => /features\/.*routes\.ts$/.test(to) && !MOUNTS.includes(from),
  )
  expect(list(wrong)).toEqual([])
})

/** The domains of `server/features`, floor by floor: each uses only domains of the floors listed before its own. */
const DOMAIN_FLOORS = [
  ['platform', 'knowledge'],
  ['webhooks', 'billing'],
  ['assistants', 'accounts'],
  ['phone-numbers', 'model-providers', 'backups', 'conversations', 'speech'],
  ['calls', 'sms', 'email', 'assistant-lab'],
  ['contacts', 'messenger'],
  ['widget', 'home', 'reports', 'web', 'demo', 'webhook-tests', 'site-checks', 'mcp'],
]

const domainOf = (file: string) => /^server\/features\/([^/]+)\//.exec(file)?.[1]
const floorOf = (domain: string) => DOMAIN_FLOORS.findIndex((floor) => floor.includes(domain))

test('every domain is on a floor', () => {
  const domains = new Set(files.map(domainOf).filter((domain) => domain !== undefined))
  expect([...domains].sort()).toEqual(DOMAIN_FLOORS.flat().sort())
})

test('a domain uses only domains of lower floors', () => {
  const wrong = inside.filter(({ from, to }) => {
    const [here, there] = [domainOf(from), domainOf(to)]
    return here && there && here !== there && floorOf(there) >= floorOf(here)
  })
  expect(list(wrong)).toEqual([])
})

test('no file imports itself indirectly', () => {
  const uses = Map.groupBy(
    inside.filter(({ isType }) => !isType),
    ({ from }) => from,
  )
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (uses.get(from) ?? []).some(
      ({ to: next }) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    )
  expect([...uses.keys()].filter((file) => reaches(file, file))).toEqual([])
})

test('contracts import only zod and other contracts', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      from.startsWith('server/contracts/') &&
      !to.startsWith('server/contracts/') &&
      to !== 'package:zod',
  )
  expect(list(wrong)).toEqual([])
})

test('server/media is pure computation: it imports no package, and only types from contracts', () => {
  const wrong = imports.filter(
    ({ from, to, isType }) =>
      from.startsWith('server/media/') &&
      !to.startsWith('server/media/') &&
      !(isType && to.startsWith('server/contracts/')),
  )
  expect(list(wrong)).toEqual([])
})

test('the widget imports only types from contracts that use zod, which would outweigh the widget itself', () => {
  const values = Map.groupBy(
    imports.filter(({ isType }) => !isType),
    ({ from }) => from,
  )
  const usesZod = (file: string, seen = new Set<string>()): boolean =>
    file === 'package:zod' ||
    (values.get(file) ?? []).some(({ to }) => !seen.has(to) && usesZod(to, seen.add(to)))
  const wrong = [...values.values()]
    .flat()
    .filter(
      ({ from, to }) => from.startsWith('widget/') && !to.startsWith('widget/') && usesZod(to),
    )
  expect(list(wrong)).toEqual([])
})

test('the renderer imports only types from contracts that define endpoints', () => {
  const values = Map.groupBy(
    inside.filter(({ isType }) => !isType),
    ({ from }) => from,
  )
  const definesEndpoints = (file: string, seen = new Set<string>()): boolean =>
    file === 'server/contracts/endpoint.ts' ||
    (values.get(file) ?? []).some(({ to }) => !seen.has(to) && definesEndpoints(to, seen.add(to)))
  const wrong = [...values.values()]
    .flat()
    .filter(
      ({ from, to }) =>
        from.startsWith('renderer/') && to.startsWith('server/contracts/') && definesEndpoints(to),
    )
  expect(list(wrong)).toEqual([])
})

test('components know no model, and shared parts know no screen', () => {
  const above: Record<string, RegExp> = {
    'renderer/ui/': /^renderer\/(app|shell|screens)\//,
    'renderer/app/': /^renderer\/(shell|screens)\//,
  }
  const wrong = inside.filter(
    ({ from, to, isType }) =>
      !isType &&
      Object.entries(above).some(([place, there]) => from.startsWith(place) && there.test(to)),
  )
  expect(list(wrong)).toEqual([])
})

test('the renderer imports types from Electron and nothing else', () => {
  const wrong = inside.filter(
    ({ from, to, isType }) => from.startsWith('renderer/') && to.startsWith('electron/') && !isType,
  )
  expect(list(wrong)).toEqual([])
})

test('electron is imported inside electron/ only', () => {
  const wrong = imports.filter(
    ({ from, to, isType }) =>
      to === 'package:electron' &&
      !isType &&
      !from.startsWith('electron/') &&
      !from.startsWith('test/'),
  )
  expect(list(wrong)).toEqual([])
})

/** Product files that contain a pattern, except where it belongs. */
function filesWith(pattern: RegExp, belongs: (file: string) => boolean): string[] {
  return files.filter(
    (file) => !/^(test|scripts)\//.test(file) && !belongs(file) && pattern.test(textOf.get(file)!),
  )
}

test('SQL is in queries, and in the layers about the database', () => {
  const found = filesWith(
    /\.prepare[<(]|\bsql\s*\.(read|write)\b|\.exec\(\s*[`'"]/,
    (file) => /queries\.ts$/.test(file) || /^server\/(db|events|jobs)\//.test(file),
  )
  expect(found).toEqual([])
})

test('only server/db opens a transaction: everything else writes through `context.write`', () => {
  const found = filesWith(
    /\.transaction\(|['"`](BEGIN|COMMIT|ROLLBACK|SAVEPOINT)\b/,
    (file) => !file.startsWith('server/') || file.startsWith('server/db/'),
  )
  expect(found).toEqual([])
})

test('every write is awaited, returned or passed on', () => {
  // Biome's noFloatingPromises finds the others, but does not know the types of destructured functions.
  const HANDED_ON = /(?:[(,=?:]|=>|&&|\|\||\b(?:await|return|void))$/
  const found = files
    .filter((file) => file.startsWith('server/') && !file.startsWith('server/db/'))
    .flatMap((file) => {
      const text = textOf.get(file)!
      const writes = text.matchAll(/(?<![.\w])(?:context\.)?write\((?:async )?\(?tx\)? =>/g)
      return [...writes]
        .filter(({ index }) => !HANDED_ON.test(text.slice(0, index).trimEnd()))
        .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`)
    })
  expect(found).toEqual([])
})

test('the environment is read in one place', () => {
  const found = filesWith(
    /process\.env/,
    (file) => ['server/config.ts', 'server/main.ts'].includes(file) || file.startsWith('electron/'),
  )
  expect(found).toEqual([])
})

test('the server gets time, randomness and the network from the context', () => {
  const found = filesWith(
    /Date\.now\(|new Date\(\)|Math\.random\(|(?<![\w.])fetch\(/,
    (file) =>
      !file.startsWith('server/') ||
      ['server/context.ts', 'server/main.ts', 'server/running-instance.ts'].includes(file),
  )
  expect(found).toEqual([])
})

test('the server opens outgoing connections through the guard only', () => {
  const found = filesWith(
    /new WebSocket\(|\bhttps?\.request\b|\b(?:net|tls)\.connect\(/,
    (file) =>
      !file.startsWith('server/') ||
      /^server\/providers\/http\/(connect|guarded-socket)\.ts$/.test(file),
  )
  expect(found).toEqual([])
})

test('errors are distinguished by their codes, never by their sentences', () => {
  const found = filesWith(
    /\.message\s*[!=]==?\s*['"`][^'"`]|\.message\s*\.(includes|match|startsWith|endsWith)\(|\.test\(\w+\.message\)/,
    (file) =>
      // SQLite names the column, and the AI SDK the cause, only in their messages; the built-in model reads
      // visitors' messages.
      /^server\/(features\/assistants\/number|providers\/llm\/(received|built-in\/[\w-]+)|language\/[\w-]+)\.ts$/.test(
        file,
      ),
  )
  expect(found).toEqual([])
})

test('text is text: nothing turns a string into HTML', () => {
  expect(
    filesWith(
      /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write/,
      () => false,
    ),
  ).toEqual([])
})

test('no file is longer than 300 lines', () => {
  const long = files.filter(
    (file) => !file.startsWith('test/') && textOf.get(file)!.split('\n').length > 300,
  )
  expect(long).toEqual([])
})

test('a docstring describes a thing without starting with a question word', () => {
  const anywhere = /\/\*[\s*]*(?:What|Who|Whether)\b/g
  const ofExports = /\/\*\*[\s*]*(?:How|Where|Which|Whose|Why)\b(?:[^*]|\*(?!\/))*\*\/\s*export\b/g
  const found = files.flatMap((file) => {
    const text = textOf.get(file)!
    return [anywhere, ofExports]
      .flatMap((question) => [...text.matchAll(question)])
      .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`)
  })
  expect(found).toEqual([])
})

test('no test sleeps for a fixed time: it polls, or moves the clock', () => {
  const sleeps = /=>\s*setTimeout\(\w+,\s*(?!0\))|(?:delay|sleep)\(\d|waitForTimeout\(/
  const found = files.filter(
    (file) =>
      /^test\/.*\.test\.tsx?$/.test(file) &&
      file !== 'test/architecture.test.ts' &&
      sleeps.test(textOf.get(file)!),
  )
  expect(found).toEqual([])
})

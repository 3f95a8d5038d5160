import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const tracked = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).stdout.split('\n')
const texts = tracked
  .filter((file) => /\.(md|tsx?|mjs|sql|ya?ml)$|Dockerfile$/.test(file))
  .filter((file) => existsSync(path.join(root, file)) && file !== 'test/pages.test.ts')
  .map((file) => ({ file, text: read(file) }))

/** All matches of a pattern in code and pages, once per file. */
const named = (pattern: RegExp) =>
  texts.flatMap(({ file, text }) =>
    [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))].map((name) => ({
      file,
      name,
    })),
  )

const decisions = tracked.filter((file) => file.startsWith('docs/decisions/'))

test('every page named in code or pages exists', () => {
  const pages = named(/\b(docs\/[\w./-]+\.(?:md|service))\b/g)
  expect(pages.length).toBeGreaterThan(60)
  expect(pages.filter(({ name }) => !existsSync(path.join(root, name)))).toEqual([])
})

test('every link between pages leads to a file', () => {
  const links = named(/\]\((?!\w+:|#)([^)#\s]+)(?:#[^)]*)?\)/g).filter(({ file }) =>
    file.endsWith('.md'),
  )
  expect(links.length).toBeGreaterThan(40)
  expect(
    links.filter(({ file, name }) => !existsSync(path.join(root, path.dirname(file), name))),
  ).toEqual([])
})

test('every decision named exists', () => {
  const made = new Set(decisions.map((file) => path.basename(file).slice(0, 3)))
  expect(made.size).toBe(decisions.length)
  expect(named(/\bdecisions? (\d{3})\b/g).filter(({ name }) => !made.has(name))).toEqual([])
})

test('every cited section and threat of the specification exists', () => {
  const cited = named(
    /(docs\/spec\/\w+\.md, (?:sections? \d+(?:(?: and|,) \d+)*|endpoints? \d+|groups? [A-Z]|[A-Z]\d+))/g,
  )
  expect(cited.length).toBeGreaterThan(40)
  const missing = cited.flatMap(({ file, name }) => {
    const [page, place] = name.split(', ', 2) as [string, string]
    const text = read(page)
    const [kind] = place.split(' ')
    const marks = place.startsWith('section')
      ? place.match(/\d+/g)!.map((number) => `\n## ${number}. `)
      : place.startsWith('endpoint')
        ? place.match(/\d+/g)!.map((number) => `\n### ${number}. `)
        : place.startsWith('group')
          ? [`\n### ${place.at(-1)}. `]
          : [`\n| ${kind} |`]
    return marks.filter((mark) => !text.includes(mark)).map((mark) => ({ file, name, mark }))
  })
  expect(missing).toEqual([])
})

test('the table in docs/API.md has every endpoint, as its contract describes it', () => {
  const rows = read('docs/API.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z]+ \//.test(line))
  const described = allEndpoints.map(
    ({ endpoint: { method, path: target, capability, summary } }) => {
      const call = `${method.toUpperCase()} ${target.replace(/:(\w+)/g, '{$1}')}`
      return `| \`${call}\` | \`${capability}\` | ${summary} |`
    },
  )
  expect(rows.toSorted()).toEqual(described.toSorted())
})

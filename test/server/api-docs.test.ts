import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { apiDocs } from '../../scripts/api-docs/page.ts'

const docs = apiDocs()

test('docs/API.md is what the contracts say: `npm run docs` writes it', () => {
  const file = path.resolve(import.meta.dirname, '../../docs/API.md')
  expect(readFileSync(file, 'utf8')).toBe(docs)
})

test('every endpoint is there once, with its path and an example', () => {
  for (const { name, endpoint } of allEndpoints) {
    const parts = docs.split(`<a id="${name}"></a>`)
    expect([name, parts.length]).toEqual([name, 2])
    const [own] = parts[1]!.split('<a id=')
    expect(own).toContain(
      `\`${endpoint.method.toUpperCase()} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}\``,
    )
    expect(own).toContain('```sh\ncurl ')
  }
})

test('every link of the page leads to a place on it', () => {
  const places = new Set([...docs.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id))
  for (const [, id] of docs.matchAll(/\]\(#([^)]+)\)/g))
    expect([id, places.has(id)]).toEqual([id, true])
})

test('every row of a table has as many cells as its head', () => {
  const parts = docs.split('\n\n').map((part) => part.trim())
  const tables = parts.filter((part) => part.startsWith('| '))
  expect(tables.length).toBeGreaterThan(50)
  for (const table of tables) {
    const counts = table.split('\n').map((row) => row.split(/(?<!\\)\|/).length)
    expect([table, new Set(counts).size]).toEqual([table, 1])
  }
})

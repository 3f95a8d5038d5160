import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { securityTables } from '../support/security-tables.ts'

/* `sweeps/policy.test.ts` tries every principal on every endpoint. */

test('every endpoint names its capability, and planes without operators have their own capabilities', () => {
  const own = { visitor: 'chat', site: 'embed', public: 'anybody' } as const
  for (const { name, endpoint } of allEndpoints) {
    const { plane, capability } = endpoint
    const expected =
      plane === 'operator'
        ? !Object.values(own).includes(capability as never)
        : own[plane] === capability
    expect([name, expected]).toEqual([name, true])
  }
})

test('docs/SECURITY.md prints the current policy', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/SECURITY.md'), 'utf8')
  const lines = new Set(page.split('\n'))
  const missing = securityTables().flatMap((table) =>
    table.split('\n').filter((line) => !lines.has(line)),
  )
  expect(missing, 'rows that docs/SECURITY.md lacks').toEqual([])
})

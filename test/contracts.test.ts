import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'

const folder = path.join(import.meta.dirname, '../server/contracts')

test('every endpoint has a unique name, by which browsers call it', async () => {
  const names: string[] = []
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const contracts: object = await import(path.join(folder, file))
    for (const [name, value] of Object.entries(contracts))
      if (value?.kind === 'endpoint') names.push(name)
  }
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(allEndpoints.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

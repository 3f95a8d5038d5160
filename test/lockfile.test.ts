import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '..', name), 'utf8'))

interface Locked {
  readonly resolved?: string
  readonly hasInstallScript?: boolean
}

const packages = Object.entries<Locked>(read('package-lock.json').packages)

test('every dependency with an install script is denied in package.json', () => {
  const denied = Object.entries(read('package.json').allowScripts)
  expect(denied.filter(([, isAllowed]) => isAllowed)).toEqual([])
  const names = new Set(denied.map(([name]) => name))
  const scripted = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([file]) => file.split('node_modules/').at(-1)!)
  expect(scripted.filter((name) => !names.has(name))).toEqual([])
})

test('the lockfile contains no download addresses', () => {
  expect(packages.filter(([, { resolved }]) => resolved).map(([file]) => file)).toEqual([])
})

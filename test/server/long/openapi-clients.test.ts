import { execFile } from 'node:child_process'
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { Ruleset, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../../server/features/web/reference/openapi.ts'
import { fastWorld } from '../../support/client-programs.ts'
import { KEY, startServer, temporaryFolder } from '../../support/server.ts'

/* The OpenAPI document in the hands of others' tools: a linter, and a generator of clients. */

const root = path.resolve(import.meta.dirname, '../../..')
const clients = path.join(root, 'test/clients/typed')
const run = promisify(execFile)

const ABOUT = { origin: 'http://127.0.0.1:4317', version: '1.2.3' }

/** Faults of a document by the recommended rules of Spectral. */
async function faultsOf(document: Record<string, unknown>): Promise<string[]> {
  const spectral = new Spectral()
  spectral.setRuleset(new Ruleset({ extends: [[oas, 'recommended']] }))
  const faults = await spectral.run(structuredClone(document))
  return faults.map(({ code, path: place, message }) => `${code} ${place.join('.')}: ${message}`)
}

test('the document keeps the recommended rules of Spectral', async () => {
  const document = JSON.parse(JSON.stringify(await openApiDocument(ABOUT)))
  expect(await faultsOf(document)).toEqual([])
  delete document.paths['/user/me'].get.operationId
  document.tags = []
  expect(await faultsOf(document)).toContainEqual(
    expect.stringMatching(/^operation-operationId paths\.\/user\/me\.get/),
  )
}, 180_000)

/** A folder with the typed client, the types that it is generated with, and the packages that it imports. */
async function generatedClient(document: object): Promise<string> {
  const folder = temporaryFolder()
  const [json, types] = [path.join(folder, 'openapi.json'), path.join(folder, 'api.d.ts')]
  writeFileSync(json, JSON.stringify(document))
  await run(process.execPath, [path.join(clients, 'generate.ts'), json, types])
  copyFileSync(path.join(clients, 'walk.ts'), path.join(folder, 'walk.ts'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  const tsconfig = {
    extends: path.join(root, 'tsconfig.base.json'),
    compilerOptions: { lib: ['es2024', 'dom'], types: ['node'], incremental: false },
    files: ['walk.ts'],
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  return folder
}

/** Compiles a folder; the errors of the compiler. */
const compiled = (folder: string): Promise<string> =>
  run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )

test('a client generated from the document compiles, and walks the API', async () => {
  const { url, fetch } = await startServer({ outside: fastWorld() })
  const document = await (await fetch('/api/openapi.json')).json()
  const folder = await generatedClient(document)
  expect(await compiled(folder)).toBe('')
  const { stdout } = await run(process.execPath, [path.join(folder, 'walk.ts'), `${url}/api`, KEY])
  expect(stdout).toContain('Assistant created successfully; SMS sent successfully')
  expect(stdout).toContain('Assistant deleted successfully')

  // What the document does not have, the client cannot call.
  delete document.paths['/user/make_call']
  const other = await generatedClient(document)
  expect(await compiled(other)).toContain('/user/make_call')
}, 180_000)

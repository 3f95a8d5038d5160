import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { listContacts } from '#contracts/contacts.ts'
import { openVisitorSession } from '#contracts/widget.ts'
import { SIGNING } from '../../renderer/screens/embed/identity-snippets.ts'
import { website } from '../support/identity.ts'
import { startServer } from '../support/server.ts'

/** The snippet as pasted by a website, on a server that has the package. */
async function pasted(code: string): Promise<{ identityOf(user: object): Promise<string> }> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'parley-snippet-')), 'identity.mjs')
  writeFileSync(file, code.replace("'jose'", JSON.stringify(import.meta.resolve('jose'))))
  return import(/* @vite-ignore */ pathToFileURL(file).href)
}

test('the wizard’s Node.js snippet signs a user’s identity', async () => {
  const server = await startServer()
  const { uuid, secret } = await website(server)
  vi.stubEnv('PARLEY_IDENTITY_SECRET', secret)
  const { identityOf } = await pasted(SIGNING.node.code)
  const identity = await identityOf({ id: 7, name: 'Ada', email: 'ada@example.com' })
  await server.as()(openVisitorSession, { body: { assistant_id: uuid, identity } })
  const { data } = await server.call(listContacts, { query: {} })
  expect(data).toMatchObject([{ external_id: '7', name: 'Ada', email: 'ada@example.com' }])
})

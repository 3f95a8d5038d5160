import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { precompress } from '../../scripts/build/precompress.ts'
import { keepRelease, releasesFolder } from '../../server/features/platform/widget-files/release.ts'
import { emptyDataFolder, startServer, temporaryFolder } from '../support/server.ts'

test('a pinned launcher is still served after the next release, byte for byte, and so is its chat', async () => {
  const dataDir = emptyDataFolder()
  const built = temporaryFolder()
  const launcher = path.join(built, 'widget.js')
  writeFileSync(launcher, 'console.log(1)')
  writeFileSync(path.join(built, 'chat-00000001.js'), 'export {}')
  const first = keepRelease(dataDir, built)!
  writeFileSync(launcher, 'console.log(2)')
  rmSync(path.join(built, 'chat-00000001.js'))
  writeFileSync(path.join(built, 'chat-00000002.js'), 'export {}')
  const second = keepRelease(dataDir, built)!
  expect(second.name).not.toBe(first.name)
  expect(keepRelease(dataDir, built)).toEqual(second)
  const chats = ['chat-00000001.js', 'chat-00000002.js']
  expect(readdirSync(releasesFolder(dataDir)).sort()).toEqual(
    [...chats, first.name, second.name].sort(),
  )

  const { url } = await startServer({ dataDir })
  const response = await fetch(`${url}/widget/${first.name}`)
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const text = await response.text()
  expect(text).toBe('console.log(1)')
  expect(first.integrity).toBe(`sha384-${createHash('sha384').update(text).digest('base64')}`)
  // Relative to the launcher, wherever that is; a retry adds a slash.
  for (const address of ['/chat-00000001.js', '/widget/chat-00000001.js', '//chat-00000001.js']) {
    expect([address, (await fetch(url + address)).status]).toEqual([address, 200])
  }
})

test('nothing else of the data folder is served', async () => {
  const dataDir = emptyDataFolder()
  const { url } = await startServer({ dataDir })
  expect(existsSync(path.join(dataDir, 'parley.db'))).toBe(true)
  for (const name of ['..%2fparley.db', 'parley.db', 'widget-000000000000.js', 'widget-abc.js']) {
    expect([name, (await fetch(`${url}/widget/${name}`)).status]).toEqual([name, 404])
  }
})

test('without a build there is nothing to pin', () => {
  expect(keepRelease(temporaryFolder(), '/nowhere')).toBeUndefined()
})

/** Text with enough variety for the two compressions to differ in size. */
const SCRIPT = Array.from(
  { length: 200 },
  (_, index) => `export const part${index} = ${index}\n`,
).join('')

/** A server with one immutable file compressed by the build; requests it and reports what was sent over the wire. */
async function servedScript() {
  const built = temporaryFolder()
  writeFileSync(path.join(built, 'widget.js'), 'console.log(1)')
  writeFileSync(path.join(built, 'chat-00000001.js'), SCRIPT)
  precompress(built, { quality: 11 })
  const dataDir = emptyDataFolder()
  keepRelease(dataDir, built)
  const { url } = await startServer({ dataDir })
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      request(`${url}/widget/chat-00000001.js`, { method, headers }, resolve)
        .on('error', reject)
        .end(),
    )
    const { statusCode: status, headers: given } = response
    return { status, headers: given, body: await buffer(response) }
  }
  return { ask, folder: releasesFolder(dataDir) }
}

test('a script is sent in the smallest encoding that the browser accepts, made by the build', async () => {
  const { ask } = await servedScript()
  const plain = await ask({})
  expect(plain.body.toString()).toBe(SCRIPT)
  const gzip = await ask({ 'accept-encoding': 'gzip' })
  expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT)
  const both = await ask({ 'accept-encoding': 'gzip, deflate, br' })
  expect(brotliDecompressSync(both.body).toString()).toBe(SCRIPT)
  const sizes = [plain, gzip, both].map(({ body }) => body.length)
  expect(sizes).toEqual([...sizes].sort((one, other) => other - one))
  const refused = await ask({ 'accept-encoding': 'br;q=0, *' })

  const codings = [plain, gzip, both, refused].map(({ headers }) => headers['content-encoding'])
  expect(codings).toEqual([undefined, 'gzip', 'br', 'gzip'])
  for (const { status, headers, body } of [plain, gzip, both]) {
    expect(status).toBe(200)
    expect(headers['content-length']).toBe(String(body.length))
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(headers.vary).toMatch(/accept-encoding/i)
    expect(headers['cache-control']).toContain('immutable')
  }
})

test('each encoding of a script has its own ETag, so that it is not sent twice', async () => {
  const { ask } = await servedScript()
  const [plain, packed] = [await ask({}), await ask({ 'accept-encoding': 'br' })]
  expect(plain.headers.etag).toMatch(/^"[\w-]{43}"$/)
  expect(packed.headers.etag).not.toBe(plain.headers.etag)
  const again = await ask({ 'accept-encoding': 'br', 'if-none-match': packed.headers.etag! })
  expect([again.status, again.body.length, again.headers.etag]).toEqual([
    304,
    0,
    packed.headers.etag,
  ])
  expect(again.headers.vary).toMatch(/accept-encoding/i)
  expect(
    (await ask({ 'accept-encoding': 'br', 'if-none-match': plain.headers.etag! })).status,
  ).toBe(200)
  const head = await ask({ 'accept-encoding': 'br' }, 'HEAD')
  expect([head.headers['content-length'], head.body.length]).toEqual([
    String(packed.body.length),
    0,
  ])
})

test('when gzip is smaller, a browser that accepts both gets gzip', async () => {
  const { ask, folder } = await servedScript()
  writeFileSync(path.join(folder, 'chat-00000001.js.br'), Buffer.alloc(SCRIPT.length - 1))
  expect((await ask({ 'accept-encoding': 'br, gzip' })).headers['content-encoding']).toBe('gzip')
})

test('files that do not get smaller are not compressed', async () => {
  const built = temporaryFolder()
  writeFileSync(path.join(built, 'widget.js'), '1')
  precompress(built, { quality: 11 })
  expect(readdirSync(built)).toEqual(['widget.js'])
})

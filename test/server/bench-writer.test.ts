import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { besideWriting } from '../bench/steady-writer.ts'

async function serverThatAnswers(status: number): Promise<string> {
  const server = createServer((_req, res) => res.writeHead(status).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a measurement beside writers has its result, and fails with the first error of a writer', async () => {
  const writing = async (status: number) => [
    { url: await serverThatAnswers(status), path: '/messages', token: 'some', perSecond: 1000 },
  ]
  expect(await besideWriting(await writing(201), async () => 'measured')).toBe('measured')
  const endless = besideWriting(await writing(500), () => new Promise(() => undefined))
  await expect(endless).rejects.toThrow('/messages answered 500')
})

test('the data folder of a run is removed, even after an error that nobody catches', () => {
  const module = path.resolve(import.meta.dirname, '../bench/temporary-folder.ts')
  const script = `
    const { temporaryFolder } = await import(${JSON.stringify(module)})
    const folder = temporaryFolder()
    console.log(folder, require('node:fs').existsSync(folder))
    setImmediate(() => { throw new Error('of a writer') })
  `
  const { status, stdout } = spawnSync(process.execPath, ['-e', `(async () => {${script}})()`], {
    encoding: 'utf8',
  })
  const [folder, existed] = stdout.trim().split(' ')
  expect([status, existed]).toEqual([1, 'true'])
  expect(existsSync(folder!)).toBe(false)
})

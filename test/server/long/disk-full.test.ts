import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCannedReply, listCannedReplies } from '#contracts/canned-replies.ts'
import { startServer as start } from '../../../server/start.ts'
import { startServer, temporaryFolder, testConfig, testServer } from '../../support/server.ts'
import { emptyDisk, fillDisk, mountSmallDisk, unmountDisk } from '../../support/small-disk.ts'
import { createVisitor } from '../../support/visitor.ts'

const MB = 1024 * 1024

/** A file system of its own that fills up soon; undefined where mounting is not permitted. */
function smallDisk(): string | undefined {
  const folder = temporaryFolder()
  if (!mountSmallDisk(folder, 24)) return undefined
  onTestFinished(() => unmountDisk(folder))
  return folder
}

const reply = (shortcut: string) => ({
  body: { shortcut, title: 'Filler', content: 'word '.repeat(390) },
})

const mayMount = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(mayMount)(
  'a full disk rejects writes, serves reads and deletes, and loses nothing; free space restores everything',
  async () => {
    const folder = smallDisk()
    if (folder === undefined) return
    const running = await start(
      testConfig({ dataDir: path.join(folder, 'data'), limits: { reserveBytes: MB } }),
    )
    const server = testServer(running)
    const visitor = await createVisitor(server)
    const health = async () => (await fetch(`${server.url}/health`)).json()
    const kept: number[] = []
    const write = async (index: number) => {
      const { data } = await server.call(createCannedReply, reply(`s${index}`))
      kept.push(data.id)
    }
    for (let cycle = 0; cycle < 3; cycle += 1) {
      await write(cycle * 1000)
      fillDisk(folder)
      let refused: unknown
      for (let index = 1; index < 500 && !refused; index += 1)
        refused = await write(cycle * 1000 + index).then(
          () => undefined,
          (error: unknown) => error,
        )
      expect(refused).toMatchObject({ status: 507, message: 'Storage full.' })
      expect(await health()).toMatchObject({ status: 'degraded', degraded: ['storage_full'] })
      expect(existsSync(path.join(folder, 'data', 'reserve'))).toBe(false)
      await expect(visitor.say('Anybody there?')).rejects.toMatchObject({ status: 507 })
      const { data } = await server.call(listCannedReplies)
      expect(data.map(({ id }) => id).sort()).toEqual([...kept].sort())
      const victim = kept.pop()!
      const gone = await server.fetch(`/api/user/canned-replies/${victim}`, { method: 'DELETE' })
      expect(gone.status).toBe(200)
      emptyDisk(folder)
      // The first time it is noticed by itself, within seconds; then a check is triggered.
      if (cycle > 0) running.context.storage.check()
      await expect.poll(health, { timeout: 6000 }).toMatchObject({ status: 'ok' })
      expect(existsSync(path.join(folder, 'data', 'reserve'))).toBe(true)
      await visitor.say(`Back again ${cycle}`)
    }
    const { db } = running.context
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    await expect
      .poll(() => running.context.jobs.count('conversation.answer'), { timeout: 8000 })
      .toBe(0)
    await running.stop()
  },
  60_000,
)

test('a database that may not grow answers 507, and resumes by itself once it may', async () => {
  const server = await startServer()
  const { db } = server.context
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
  let status = 201
  for (let index = 0; index < 400 && status === 201; index += 1) {
    status = (
      await server.fetch('/api/user/canned-replies', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(reply(`s${index}`).body),
      })
    ).status
  }
  expect(status).toBe(507)
  expect((await server.call(listCannedReplies)).data.length).toBeGreaterThan(0)
  db.pragma('max_page_count = 1000000')
  server.context.storage.check()
  await server.call(createCannedReply, reply('last'))
})

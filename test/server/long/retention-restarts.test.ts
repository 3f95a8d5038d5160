import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { updateAssistantSettings } from '#contracts/assistant-settings.ts'
import { createBackup, updateBackupSettings } from '#contracts/backups.ts'
import { listContacts } from '#contracts/contacts.ts'
import { endConversation } from '#contracts/conversations.ts'
import { restoreBackup } from '#contracts/restores.ts'
import { SLICE } from '../../../server/features/contacts/retention/erase-old.ts'
import { startServer as start } from '../../../server/start.ts'
import { signedIn } from '../../support/operators.ts'
import { emptyDataFolder, type TestServer, testConfig, testServer } from '../../support/server.ts'
import { createVisitor, starterAssistant, type TestVisitor } from '../../support/visitor.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

async function keepFor(server: Pick<TestServer, 'call'>, days: number | null) {
  const { id } = await starterAssistant(server)
  await server.call(updateAssistantSettings, { params: { id }, body: { retention_days: days } })
}

/** An on-disk server whose clock is ahead of the machine's. */
async function onDisk(dataDir: string, aheadMs: number, sleep?: (ms: number) => Promise<void>) {
  const running = await start(testConfig({ dataDir }), {
    now: () => new Date(Date.now() + aheadMs),
    ...(sleep && { sleep: (ms, signal) => Promise.race([sleep(ms), aborted(signal)]) }),
  })
  onTestFinished(() => running.stop())
  const server = testServer(running)
  const count = (table: string) =>
    server.context.db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!
  return { running, server, count }
}

const aborted = (signal?: AbortSignal) =>
  new Promise<void>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )

async function sendFile(visitor: TestVisitor): Promise<void> {
  const body = new FormData()
  body.append('file', new File(['Quxzebra in a file'], 'Quxzebra.txt'))
  const own = `/api/widget/conversations/${visitor.conversationId}/attachments`
  expect((await visitor.fetch(own, { method: 'POST', body })).status).toBe(201)
}

/** Every file of a folder, except its backups, that contains a word. */
function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('backups'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(word))
}

test('a run erases in small commits, and an interrupted one is finished after the next start', async () => {
  const dataDir = emptyDataFolder()
  const first = await onDisk(dataDir, 0)
  await keepFor(first.server, 10)
  const { db } = first.server.context
  const say = db.prepare(`
    INSERT INTO messages (conversation_id, seq, author, author_name, content, status, created_at)
    SELECT id, message_count + ?, 'visitor', 'Ada', 'Quxzebra', 'complete', 1 FROM conversations WHERE uuid = ?
  `)
  for (let index = 0; index < 12; index += 1) {
    const visitor = await createVisitor(first.server)
    if (index === 0) await sendFile(visitor)
    const length = index === 5 ? 3 * SLICE + 50 : 30
    for (let seq = 1; seq <= length; seq += 1) say.run(seq, visitor.conversationId)
    await first.server.call(endConversation, { params: { uuid: visitor.conversationId } })
  }
  await first.running.stop()

  const sizes: number[] = []
  let sized: (() => number) | undefined
  const pauses = { left: 3 }
  const sleep = async (ms: number) => {
    if (ms === 10 && sized) {
      sizes.push(sized())
      pauses.left -= 1
      if (pauses.left === 0) await new Promise(() => undefined)
    }
    await rest(ms)
  }
  const rowsOf =
    ({ count }: Awaited<ReturnType<typeof onDisk>>) =>
    () =>
      count('messages') + count('conversations') + count('visitors')
  const cut = onDisk(dataDir, 11 * DAY, sleep)
  const second = await cut
  sized = rowsOf(second)
  const before = sizes[0] ?? sized()
  await expect.poll(() => pauses.left, { timeout: 15_000 }).toBe(0)
  const left = second.count('conversations')
  expect(left).toBeGreaterThan(0)
  await second.running.stop()

  pauses.left = Number.POSITIVE_INFINITY
  const third = await onDisk(dataDir, 11 * DAY, sleep)
  sized = rowsOf(third)
  await expect.poll(() => third.count('visitors'), { timeout: 15_000 }).toBe(0)
  await expect.poll(() => third.server.context.jobs.count('retention.erase')).toBe(1)
  expect([third.count('conversations'), third.count('messages')]).toEqual([0, 0])
  const steps = [before, ...sizes].map((size, index, all) => (all[index - 1] ?? size) - size)
  // A conversation with its messages, and contacts with their conversations.
  expect(Math.max(...steps)).toBeLessThanOrEqual(SLICE + 1)
  expect(steps.filter((step) => step > 0).length).toBeGreaterThan(4)
  third.server.context.db.prepare('UPDATE jobs SET run_at = 0 WHERE kind = ?').run('contacts.wipe')
  third.server.context.jobs.wake()
  await expect.poll(() => third.server.context.jobs.count('contacts.wipe')).toBe(0)
  expect(filesWith(dataDir, 'Quxzebra')).toEqual([])
})

test('an older backup does not bring back what was erased, and nothing else is lost', async () => {
  const dataDir = emptyDataFolder()
  const first = await onDisk(dataDir, 0)
  // None becomes due when the clock advances.
  const { call: owner } = await signedIn(first.server, (await first.running.createSignInLink()).url)
  await owner(updateBackupSettings, { body: { every_hours: 0, keep: 2 } })
  const old = await createVisitor(first.server)
  await old.say('Quxzebra was here')
  await sendFile(old)
  const young = await createVisitor(first.server)
  await young.say('Me, too')
  await first.server.call(endConversation, { params: { uuid: old.conversationId } })
  await first.server.call(createBackup)
  // Set after the backup, which does not contain it.
  await keepFor(first.server, 10)
  first.server.context.db.exec(`UPDATE visitors SET last_seen_at = last_seen_at + ${20 * DAY}`)
  await first.running.stop()

  const second = await onDisk(dataDir, 11 * DAY)
  await expect.poll(() => second.count('conversations')).toBe(1)
  const { call: desk } = await signedIn(
    second.server,
    (await second.running.createSignInLink()).url,
  )
  const [name] = readdirSync(path.join(dataDir, 'backups')).filter((one) => one.endsWith('.db'))
  await desk(restoreBackup, { params: { id: name!.replace('.db', '') } })
  await second.running.stop()

  const third = await onDisk(dataDir, 11 * DAY)
  const { db } = third.server.context
  expect(db.prepare('SELECT retention_days FROM assistants').pluck().all()).toEqual([null])
  expect(db.prepare('SELECT uuid FROM conversations').pluck().all()).toEqual([young.conversationId])
  const contacts = (await third.server.call(listContacts)).data.map(({ id }) => id)
  expect(contacts.sort()).toEqual([old.id, young.id].sort())
  expect(readdirSync(path.join(dataDir, 'attachments'))).toEqual([])
})

import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { createBackup } from '#contracts/backups.ts'
import { eraseVisitor } from '#contracts/identity.ts'
import { assistantQueries } from '../../../server/features/assistants/queries.ts'
import { openRecord, recoverWebCalls } from '../../../server/features/calls/session/record.ts'
import { RECORDED } from '../../../server/features/calls/session/recorder.ts'
import { conversationQueries } from '../../../server/features/conversations/queries.ts'
import { createWavWriter, readWav, wavFile } from '../../../server/media/wav.ts'
import { startServer as start } from '../../../server/start.ts'
import { emptyDataFolder, testConfig, testServer } from '../../support/server.ts'
import { createVisitor, starterAssistant } from '../../support/visitor.ts'
import { onlyCall, waitLong } from '../../support/web-calls.ts'

/** An on-disk server with an ongoing call whose recording has this name. */
async function withRecordedCall(fields: { include_recording_in_webhook?: boolean } = {}) {
  const folder = emptyDataFolder()
  const running = await start(testConfig({ dataDir: folder }))
  onTestFinished(() => running.stop())
  const server = testServer(running)
  const { id } = await starterAssistant(server)
  const webhook = { is_webhook_active: true, webhook_url: 'https://receiver.invalid/hook' }
  const body = { record: true, ...webhook, ...fields }
  await server.call(updateAssistant, { params: { id }, body })
  const visitor = await createVisitor(server)
  const { db } = server.context
  const row = conversationQueries(db).byUuid(visitor.conversationId)!
  const assistant = assistantQueries(db).byId(row.assistant_id)!
  const { recording } = await openRecord(server.context, row, assistant)
  return { folder, server, visitor, recording: recording! }
}

const SECOND = new Int16Array(16_000).fill(1234)

test.each([true, false])(
  'a recording cut off by a crash is complete afterwards; include_recording_in_webhook: %s',
  async (isIncluded) => {
    const { folder, server, recording } = await withRecordedCall({
      include_recording_in_webhook: isIncluded,
    })
    const writer = createWavWriter(RECORDED)
    const growing = server.context.recordings.grow(recording, writer.header)
    onTestFinished(() => growing.end(writer.header).catch(() => {}))
    growing.append(writer.push([SECOND, SECOND]))
    // Half a sample of the next block had been written.
    growing.append(new Uint8Array(3))
    const file = path.join(folder, 'recordings-unfinished', recording)
    const size = writer.header.length + 64_000 + 3
    await expect.poll(() => statSync(file).size, waitLong).toBe(size)
    await recoverWebCalls(server.context)
    await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
    const { recording_url: url } = await onlyCall(server)
    const { samples } = readWav(Buffer.from(await (await fetch(url!)).arrayBuffer()))
    expect(samples).toEqual([SECOND, SECOND])
    expect(readdirSync(path.join(folder, 'recordings-unfinished'))).toEqual([])
    const sent = server.context.db.prepare('SELECT payload FROM webhook_deliveries').pluck().get()
    expect(JSON.parse(String(sent)).recording_url).toBe(isIncluded ? url : undefined)
  },
)

test('a call whose recording is lost has none', async () => {
  const { server } = await withRecordedCall()
  await recoverWebCalls(server.context)
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
  expect((await onlyCall(server)).recording_url).toBeNull()
})

test('erasing a visitor deletes the recordings of their calls, also from backups', async () => {
  const { folder, server, visitor, recording } = await withRecordedCall()
  server.context.recordings.saveSync(recording, wavFile(RECORDED, [SECOND, SECOND]))
  await server.call(createBackup)
  const places = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith(recording),
    )
  expect(places()).toHaveLength(2)
  await visitor.call(eraseVisitor)
  expect(places()).toEqual([])
})

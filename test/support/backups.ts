import { expect, onTestFinished } from 'vitest'
import { startServer as start } from '../../server/start.ts'
import { signedIn } from './operators.ts'
import { emptyDataFolder, testConfig, testServer } from './server.ts'
import type { TestVisitor } from './visitor.ts'

/** An on-disk server and its owner in the desk. */
export async function onDisk(
  options: Parameters<typeof testConfig>[0] = {},
  dataDir = emptyDataFolder(),
) {
  const config = testConfig({ dataDir, ...options })
  const running = await start(config, options.outside)
  onTestFinished(() => running.stop())
  const server = testServer(running)
  const { call: desk } = await signedIn(server, (await running.createSignInLink()).url)
  return { config, dataDir, running, server, desk }
}

export async function sendFile(visitor: TestVisitor): Promise<void> {
  const body = new FormData()
  body.append('file', new File(['what is in the file'], 'note.txt'))
  const own = `/api/widget/conversations/${visitor.conversationId}/attachments`
  const answer = await visitor.fetch(own, { method: 'POST', body })
  expect(answer.status).toBe(201)
}

import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../support/server.ts'

test('a server that shuts down does not wait for idle connections', async () => {
  const { server, url } = await startServer({ limits: { drainMs: 60_000 } })
  const { hostname, port } = new URL(url)
  const spare = connect(Number(port), hostname)
  onTestFinished(() => void spare.destroy())
  await once(spare, 'connect')
  const closed = once(spare, 'close')
  await server.stop()
  await closed
  expect(spare.bytesRead).toBe(0)
})

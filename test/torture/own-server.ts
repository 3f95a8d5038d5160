import { type RunningServer, startServer } from '../../server/start.ts'
import { ALONE, createWorld, type World } from '../generated/world.ts'
import { type TestServer, testConfig, testServer } from '../support/server.ts'

type Options = Parameters<typeof testConfig>[0]

/** Runs something on a separate server. */
export async function onServer<result>(
  work: (server: TestServer) => Promise<result>,
  options: Options = {},
): Promise<result> {
  const running: RunningServer = await startServer(testConfig(options))
  try {
    return await work(testServer(running))
  } finally {
    await running.stop()
  }
}

/** Runs something in a world with two furnished accounts. */
export async function inWorld<result>(work: (world: World) => Promise<result>): Promise<result> {
  const running: RunningServer = await startServer(testConfig(), ALONE)
  const world = await createWorld(testServer(running))
  try {
    return await work(world)
  } finally {
    world.wire.close()
    await running.stop()
  }
}

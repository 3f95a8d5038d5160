import { onTestFinished } from 'vitest'
import { startServer } from '../support/server.ts'
import { ALONE, type Furniture, furnishServer, type World, worldOf } from './world.ts'

type Options = Parameters<typeof startServer>[0]

/** The first world: furnishing a server takes several times as long as starting one on a copy of its database. */
let first: { readonly furniture: Furniture; readonly database: Buffer } | undefined

/** A separate world for a test, removed with it. */
export async function startWorld(options: Options = {}): Promise<World> {
  first ??= await makeFirst()
  const { furniture, database } = first
  const outside = { ...ALONE, ...options.outside, database }
  const world = worldOf(await startServer({ ...options, outside }), furniture)
  onTestFinished(() => world.wire.close())
  return world
}

async function makeFirst() {
  const server = await startServer({ outside: ALONE })
  const furniture = await furnishServer(server)
  return { furniture, database: server.context.db.serialize() }
}

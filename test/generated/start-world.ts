import { onTestFinished } from 'vitest'
import { type BotApi, startBotApi } from '../support/bot-api-stand-in.ts'
import { type LlmStandIn, startLlmStandIn } from '../support/llm-stand-in.ts'
import { allowing, startServer } from '../support/server.ts'
import { ALONE, type Furniture, furnishServer, type World, worldOf } from './world.ts'

type Options = Parameters<typeof startServer>[0]

/** The first world: furnishing a server takes several times as long as starting one on a copy of its database. */
let first: { readonly furniture: Furniture; readonly database: Buffer } | undefined

/** The service of all bots, as long as the tests of a file run. */
let bots: Promise<BotApi> | undefined

/** The model that helps with replies, as long as the tests of a file run. */
let model: Promise<LlmStandIn> | undefined

/** A separate world for a test, removed with it. */
export async function startWorld(options: Options = {}): Promise<World> {
  first ??= await makeFirst()
  bots ??= startBotApi({ knowsAll: true })
  model ??= startLlmStandIn()
  const llm = { url: (await model).url, model: 'normal', key: undefined }
  const { furniture, database } = first
  const { address, url } = await bots
  const outside = { ...ALONE, ...options.outside, database }
  const server = await startServer({ ...allowing(address), llm, ...options, outside })
  const world = worldOf(server, furniture, url)
  onTestFinished(() => world.wire.close())
  return world
}

async function makeFirst() {
  const server = await startServer({ outside: ALONE })
  const furniture = await furnishServer(server)
  return { furniture, database: server.context.db.serialize() }
}

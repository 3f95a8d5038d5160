import { onTestFinished } from 'vitest'
import { type BotApi, startBotApi } from '../support/bot-api-stand-in.ts'
import { type CloudApi, startCloudApi } from '../support/cloud-api-stand-in.ts'
import { type FormMessenger, startFormMessenger } from '../support/form-messenger-stand-in.ts'
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

/** The service of all numbers of the cloud API, in the same way. */
let clouds: Promise<CloudApi> | undefined

/** The provider of text messages that worlds may set up. */
let providers: Promise<FormMessenger> | undefined

/** A separate world for a test, removed with it. */
export async function startWorld(options: Options = {}): Promise<World> {
  first ??= await makeFirst()
  bots ??= startBotApi({ knowsAll: true })
  model ??= startLlmStandIn()
  const llm = { url: (await model).url, model: 'normal', key: undefined }
  clouds ??= startCloudApi({ knowsAll: true })
  providers ??= startFormMessenger()
  const { furniture, database } = first
  const [bot, cloud, form] = [await bots, await clouds, await providers]
  const outside = { ...ALONE, ...options.outside, database }
  const server = await startServer({
    ...allowing(bot.address, cloud.address, form.address),
    llm,
    ...options,
    outside,
  })
  server.context.db.prepare('UPDATE messenger_cloud_numbers SET url = ?').run(cloud.url)
  const world = worldOf(server, furniture, {
    botUrl: bot.url,
    cloudUrl: cloud.url,
    formUrl: form.url,
  })
  onTestFinished(() => world.wire.close())
  return world
}

async function makeFirst() {
  const server = await startServer({ outside: ALONE })
  const furniture = await furnishServer(server)
  return { furniture, database: server.context.db.serialize() }
}

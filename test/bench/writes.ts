import { randomUUID } from 'node:crypto'
import { listAssistants } from '../../server/contracts/assistants.ts'
import { createClient } from '../../server/contracts/client.ts'
import { disableAi } from '../../server/contracts/conversations.ts'
import { openVisitorConversation, openVisitorSession } from '../../server/contracts/widget.ts'
import { responseTimes, underLoad } from './load.ts'
import { figure, median, type Served, serve } from './process.ts'
import type { Report } from './report.ts'

interface WritesOptions {
  readonly server: readonly string[]
  readonly floor: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly authorization: { readonly authorization: string }
  readonly report: Report
}

/** A visitor's conversation that a person has taken over, so that no answer is measured along. */
export interface Writer {
  readonly path: string
  readonly token: string
}

const ROUNDS = 5
const WRITERS = 32
const ROUND_MS = 3000
const LONE_WRITES = 300

/** Visitors' messages, durable, beside a bare POST that writes nothing: many writers at once, and one alone. */
export async function writes({
  server,
  floor,
  env,
  authorization,
  report,
}: WritesOptions): Promise<void> {
  const [bare, parley] = [await serve(floor), await serve(server, env)]
  const writers: Writer[] = []
  while (writers.length < WRITERS) writers.push(await openWriter(parley.url, authorization))
  const ours = writers.map((writer) => postsOf(parley, writer))
  const theirs = writers.map((writer) => postsOf(bare, { ...writer, path: '/send' }))
  const rounds = []
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    rounds.push({
      floor: await underLoad(theirs, ROUND_MS),
      ours: await underLoad(ours, ROUND_MS),
      lone: median(await responseTimes(ours[0]!, LONE_WRITES)),
    })
  }
  await Promise.all([bare.stop(), parley.stop()])
  // The first round warms both up.
  const warm = rounds.slice(1)
  report(`visitors’ messages, durable, ${WRITERS} writers`, [
    [
      'ours, acknowledged/s',
      figure(
        warm.map(({ ours }) => ours.perSecond),
        0,
      ),
    ],
    [
      'bare POST that writes nothing/s',
      figure(
        warm.map(({ floor }) => floor.perSecond),
        0,
      ),
    ],
    [
      'ratio (≥ 0.25)',
      figure(
        warm.map(({ ours, floor }) => ours.perSecond / floor.perSecond),
        3,
      ),
    ],
    ['p50, ms (≤ 8)', figure(warm.map(({ ours }) => median(ours.times)))],
    ['a lone writer’s p50, ms', figure(warm.map(({ lone }) => lone))],
  ])
}

function postsOf({ url }: Pick<Served, 'url'>, { path, token }: Writer) {
  return {
    url,
    path,
    headers: { Authorization: `Bearer ${token}` },
    body: () =>
      JSON.stringify({ client_id: randomUUID(), content: 'Do you deliver to the island too?' }),
  }
}

/** Opens a conversation of a new visitor and takes it over. */
export async function openWriter(
  origin: string,
  headers: { readonly authorization: string },
): Promise<Writer> {
  const owner = createClient({ origin, headers })
  const { data } = await owner(listAssistants)
  const { token } = await createClient({ origin })(openVisitorSession, {
    body: { assistant_id: data[0]!.uuid },
  })
  const visitor = createClient({ origin, headers: { authorization: `Bearer ${token}` } })
  const { id } = await visitor(openVisitorConversation, { body: { client_id: randomUUID() } })
  await owner(disableAi, { params: { uuid: id } })
  return { path: `/api/widget/conversations/${id}/messages`, token }
}

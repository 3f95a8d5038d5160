import { randomUUID } from 'node:crypto'
import { listAssistants } from '../../server/contracts/assistants.ts'
import { createClient } from '../../server/contracts/client.ts'
import { disableAi } from '../../server/contracts/conversations.ts'
import { openVisitorConversation, openVisitorSession } from '../../server/contracts/widget.ts'
import type { Sides } from './beside.ts'
import type { Comparison } from './compare.ts'
import { responseTimes, underLoad } from './load.ts'
import { figure, median, type Served, serve } from './process.ts'
import type { Report } from './report.ts'

/** A visitor's conversation taken over by an operator, so that no answer is measured. */
export interface Writer {
  readonly path: string
  readonly token: string
}

const WRITERS = 32
const LONE_WRITES = 300

/**
 * Visitors' messages, durable, compared with a bare POST that writes nothing: many concurrent writers, and
 * one alone.
 */
export async function writes(sides: Sides, report: Report): Promise<Comparison[]> {
  const { server, floor, env, authorization, rounds: count, ms } = sides
  const [bare, parley] = [await serve(floor), await serve(server, env)]
  const writers: Writer[] = []
  while (writers.length < WRITERS) writers.push(await openWriter(parley.url, authorization))
  const ours = writers.map((writer) => postsOf(parley, writer))
  const theirs = writers.map((writer) => postsOf(bare, { ...writer, path: '/send' }))
  const rounds = []
  for (let round = 0; round < count + 1; round += 1) {
    rounds.push({
      floor: await underLoad(theirs, ms),
      ours: await underLoad(ours, ms),
      lone: median(await responseTimes(ours[0]!, LONE_WRITES)),
    })
  }
  await Promise.all([bare.stop(), parley.stop()])
  // The first round is a warm-up for both.
  const warm = rounds.slice(1)
  report(`visitors’ messages, durable, ${WRITERS} writers`, [
    ['p50, ms (≤ 8)', figure(warm.map((round) => median(round.ours.times)))],
    ['a lone writer’s p50, ms', figure(warm.map(({ lone }) => lone))],
  ])
  return [
    {
      name: `visitors’ messages, durable, ${WRITERS} writers, acknowledged/s`,
      ours: warm.map((round) => round.ours.perSecond),
      floor: warm.map((round) => round.floor.perSecond),
      goal: 0.25,
      better: 'more',
      digits: 0,
    },
  ]
}

/** A writer's messages, one after another. */
export function postsOf({ url }: Pick<Served, 'url'>, { path, token }: Writer) {
  return {
    url,
    path,
    headers: { Authorization: `Bearer ${token}` },
    body: () =>
      JSON.stringify({ client_id: randomUUID(), content: 'Do you deliver to the island too?' }),
  }
}

/** Opens a conversation for a new visitor and takes it over. */
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

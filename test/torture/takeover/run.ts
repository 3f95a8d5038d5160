import { createClient } from '#contracts/client.ts'
import { getConversation } from '#contracts/conversations.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { colleague } from '../../support/operators.ts'
import { KEY, type TestServer } from '../../support/server.ts'
import { type Figure, mustBe } from '../part.ts'
import { type Intercept, intercept } from './intercept.ts'

interface Options {
  readonly url: string
  /** A one-time sign-in link of the owner. */
  readonly signInLink: () => Promise<string>
  readonly random: () => number
  /** Takeovers mid-answer. */
  readonly takeovers: number
  readonly atOnce: number
}

/** The stand-in's answer, the same each time: some sixty words, a second long. */
export const ANSWER = Array.from({ length: 60 }, (_, index) => `word${index} `).join('')

/** Share of takeovers that are races between two operators. */
const RACES = 1 / 3

/** Takeovers before the first token or after the last are repeated, up to a limit. */
const MOST_TRIES = 2

/** Time limit for a takeover on a busy machine, ms. */
const SLOWEST = 1000

/** Takes over again and again on a running server, and reports the results. */
export async function takeoverFigures(options: Options): Promise<Figure[]> {
  const { url, signInLink, random, takeovers, atOnce } = options
  const as = (headers: Record<string, string> = {}) => createClient({ origin: url, headers })
  const call = as({ authorization: `Bearer ${KEY}` })
  const server = { url, as, call, signInLink } as TestServer
  await useHostedModel(server)
  const operators = [await colleague(server, 'Anna'), await colleague(server, 'Ben')] as const
  const tried: Intercept[] = []
  const hit = () => tried.filter(({ isInMidAnswer }) => isInMidAnswer).length
  let begun = 0

  async function work(): Promise<void> {
    while (hit() < takeovers && begun < takeovers * MOST_TRIES) {
      begun += 1
      const isRace = random() < RACES
      tried.push(await intercept({ server, operators, isRace, after: random() * 0.8 }))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))

  const inMidAnswer = tried.filter(({ isInMidAnswer }) => isInMidAnswer).slice(0, takeovers)
  const told = tried.filter(({ isRace }) => isRace)
  const late = inMidAnswer.filter(({ tokensAfter }) => tokensAfter > 0).length
  const unseen = (await Promise.all(inMidAnswer.map((one) => differsFromSeen(server, one)))).filter(
    Boolean,
  ).length
  const latencies = inMidAnswer.map(({ latency }) => latency).sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return [
    mustBe(`takeovers in mid-answer (of ${tried.length})`, inMidAnswer.length, takeovers),
    mustBe(
      'AI tokens before the visitor after the takeover',
      of(late, inMidAnswer),
      `0 of ${takeovers}`,
    ),
    mustBe(
      'answers that hold more than the visitor saw',
      of(unseen, inMidAnswer),
      `0 of ${takeovers}`,
    ),
    mustBe(
      `two winners (of ${told.length} races)`,
      told.filter(({ winners }) => winners > 1).length,
      0,
    ),
    mustBe('nobody won', tried.filter(({ winners }) => winners === 0).length, 0),
    mustBe(
      'losers told',
      of(told.filter(({ isLoserTold }) => isLoserTold).length, told),
      of(told.length, told),
    ),
    {
      name: 'intercept latency, from the operator’s request to the visitor’s stream',
      value: `p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms`,
      holds: at(0.95) < SLOWEST,
    },
  ]
}

const of = (count: number, all: readonly unknown[]) => `${count} of ${all.length}`

/** Resolves to true when something was added to an answer after the visitor had seen the last of it. */
async function differsFromSeen(
  { call }: TestServer,
  { conversationId: uuid, seen }: Intercept,
): Promise<boolean> {
  const { messages } = await call(getConversation, { params: { uuid } })
  const answers = messages.slice(2)
  return answers.map(({ content }) => content).join('') !== seen
}

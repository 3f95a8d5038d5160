import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { VOICE_SOCKET } from '#contracts/voice-frames.ts'
import { startVisitorCall } from '#contracts/web-calls.ts'
import { getVisitorConversation } from '#contracts/widget.ts'
import type { Clients } from '../../support/server.ts'
import { createVisitor, type TestVisitor } from '../../support/visitor.ts'
import { startPlaying } from '../../support/voice-player.ts'

/** Outcome of one call, as known to its caller. */
export interface Told {
  /** Texts of utterances that differ from what was played of them. */
  readonly wrong: readonly string[]
  /** Utterances cut by more than a character and at most a word. */
  readonly nearly: number
  /** Frames of an utterance that arrived after it was cleared. */
  readonly late: number
  readonly callIds: readonly number[]
  /** True if the call ended before the server did. */
  readonly isWhole: boolean
}

/** Characters of a word. */
const WORD = 8

/** Timeout for a call to end once it is hung up, ms. */
const PATIENCE_MS = 8000

/** Characters by which a text is longer or shorter than what was played of it; undefined when it is another text. */
function distance(text: string, played: string): number | undefined {
  const [one, other] = [text, played].map((words) => words.replaceAll(/\s/g, ''))
  const [short, long] = one!.length < other!.length ? [one!, other!] : [other!, one!]
  // Half a character is not decoded.
  return long.startsWith(short.slice(0, -1)) ? long.length - short.length : undefined
}

interface Scene {
  readonly caller: Awaited<ReturnType<typeof startPlaying>>
  readonly visitor: TestVisitor
  readonly random: () => number
}

/** Things that callers do, with the common ones repeated. */
const DEEDS: readonly ((scene: Scene) => unknown)[] = [
  ({ caller }) => caller.speak('hello'),
  ({ caller }) => caller.speak('hello'),
  ({ caller }) => caller.speak('thank you'),
  ({ caller }) => caller.speak('thank you'),
  ({ visitor }) => visitor.say('thank you').catch(() => undefined),
  ({ caller }) => caller.tell({ type: 'digit', digit: '5' }),
  async ({ caller, random }) => {
    caller.cut()
    await delay(random() * 1000)
    await caller.comeBack().catch(() => undefined)
  },
]

/** Calls, speaks, interrupts, loses the connection and hangs up at random. */
export async function callAtRandom(clients: Clients, random: () => number): Promise<Told> {
  const { url } = clients
  const visitor = await createVisitor(clients)
  const call = clients.as({ authorization: `Bearer ${visitor.token}`, origin: url })
  const sockets: WebSocket[] = []
  const caller = await startPlaying({
    ticket: async () =>
      (await call(startVisitorCall, { params: { uuid: visitor.conversationId } })).ticket,
    open() {
      const address = url.replace('http', 'ws') + VOICE_SOCKET.path
      const socket = new WebSocket(address, VOICE_SOCKET.protocol, { origin: url })
      socket.on('error', () => {})
      sockets.push(socket)
      return socket
    },
    isLost: () => random() < 0.02,
  })
  const steps = 2 + Math.floor(random() * 4)
  for (let step = 0; step < steps && !caller.has('ended'); step += 1) {
    await delay(300 + random() * 1500)
    await DEEDS[Math.floor(random() * DEEDS.length)]!({ caller, visitor, random })
  }
  await delay(random() * 1000)
  if (random() < 0.8) caller.hangUp()
  const until = performance.now() + PATIENCE_MS
  while (!caller.has('ended') && isOpen(sockets) && performance.now() < until) await delay(50)
  const isWhole = caller.of('ended').some(({ reason }) => reason === 'customer')
  caller.end()
  const wrong: string[] = []
  let nearly = 0
  for (const { utterance, text } of caller.of('heard')) {
    const played = caller.heardOf(utterance)
    const by = distance(text, played)
    if (by === undefined || by > WORD) wrong.push(`${text} | ${played}`)
    else if (by > 1) nearly += 1
  }
  if (isWhole) wrong.push(...(await missingIn(visitor, caller.of('heard'))))
  return {
    wrong,
    nearly,
    late: caller.late(),
    callIds: caller.of('ready').map(({ call_id }) => call_id!),
    isWhole,
  }
}

/** Utterances that the conversation does not have as they were heard. */
async function missingIn(visitor: TestVisitor, heard: readonly { text: string }[]) {
  const { messages } = await visitor.call(getVisitorConversation, {
    params: { uuid: visitor.conversationId },
  })
  const said = messages.map(({ content }) => content)
  return heard
    .filter(({ text }) => text !== '' && !said.includes(text))
    .map(({ text }) => `not in the conversation: ${text}`)
}

const isOpen = (sockets: readonly WebSocket[]): boolean =>
  sockets.at(-1)?.readyState === WebSocket.OPEN

import { setImmediate as turn } from 'node:timers/promises'
import { activeAssistant, chat } from '../../support/chats.ts'
import { openReceiver } from '../../support/receiver.ts'
import { createRandom, type Figure, mustBe } from '../part.ts'
import { openScene, type Scene } from './scene.ts'

const MINUTE = 60_000
const CHATS = 20

/** Visitors write within this many event-loop turns of the end. */
const TURNS = 120

/** Records of one chat when all is over. */
interface Ended {
  readonly ended: number
  readonly reopened: number
  readonly webhooks: number
  readonly is_over: number
  /** 1 when the visitor’s message came after the first end. */
  readonly is_late: number
}

/** E14: a visitor writes at the very moment when silence ends the chat. */
export async function endFigures(seed: number, rounds: number): Promise<Figure[]> {
  const figures = []
  for (const retrigger of [false, true]) {
    const all = await endTogether(seed, rounds, retrigger)
    const late = all.filter(({ is_late }) => is_late === 1).length
    const wrong = all.filter(
      ({ ended, reopened, webhooks, is_over }) =>
        ended !== reopened + 1 ||
        webhooks !== ended ||
        is_over === 0 ||
        (!retrigger && ended !== 1),
    )
    figures.push(
      mustBe(
        `chats that end and are written in at the same moment, retrigger ${retrigger} (${all.length - late} messages came before the end, ${late} after): those without exactly one event and webhook for each period`,
        wrong.length === 0 ? 0 : `${wrong.length} (${JSON.stringify(wrong[0])})`,
        0,
      ),
      {
        name: 'of those, both orders have been there',
        value: `${all.length - late} and ${late}`,
        holds: late > 0 && late < all.length,
      },
    )
  }
  return figures
}

async function endTogether(seed: number, rounds: number, retrigger: boolean): Promise<Ended[]> {
  const random = createRandom(seed)
  const receiver = await openReceiver()
  await using scene = await openScene({ seed, network: { allowPrivate: [receiver.host] } })
  const { clock } = scene
  const assistant = await activeAssistant(scene, {
    conversation_ended_webhook_url: receiver.url,
    conversation_inactivity_timeout: 1,
    conversation_ended_retrigger: retrigger,
  })

  /** At any turn around the end. */
  async function sayAround(say: (message: string) => Promise<unknown>): Promise<void> {
    for (let left = Math.floor(random() * TURNS); left > 0; left -= 1) await turn()
    await say('Wait!')
  }

  try {
    for (let round = 0; round < rounds; round += 1) {
      const chats = []
      for (let count = 0; count < CHATS; count += 1) chats.push(await chat(scene, assistant))
      await clock.jump(MINUTE - 1)
      await Promise.all([...chats.map(({ say }) => sayAround(say)), clock.jump(1)])
      await clock.jump(10 * MINUTE)
    }
    await clock.advance(10 * MINUTE)
    return endedOf(scene)
  } finally {
    await receiver.close()
  }
}

const endedOf = ({ context: { db } }: Scene): Ended[] =>
  db
    .prepare<[], Ended>(`
      SELECT
        (SELECT count(*) FROM events WHERE type = 'conversation.updated' AND payload ->> '$.id' = uuid
          AND payload ->> '$.ended_at' IS NOT NULL) AS ended,
        (SELECT count(*) FROM conversation_activities AS did WHERE did.conversation_id = talk.id AND kind = 'reopened')
          AS reopened,
        (SELECT count(*) FROM webhook_deliveries WHERE conversation_id = talk.id) AS webhooks,
        ended_at IS NOT NULL AS is_over,
        (SELECT min(did.after_seq) < talk.message_count FROM conversation_activities AS did
          WHERE did.conversation_id = talk.id AND kind = 'ended') AS is_late
      FROM conversations AS talk WHERE assistant_id IS NOT NULL AND uuid IN (
        SELECT payload ->> '$.id' FROM events WHERE type = 'conversation.updated'
      )
    `)
    .all()

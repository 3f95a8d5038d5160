import { describe, expect, test } from 'vitest'
import { nearMisses } from '../../generated/near-misses.ts'
import {
  slowOnes,
  timesOf,
  timesOfFields,
  writingEndpointsByNewFields,
} from '../../generated/slow.ts'
import { startWorld } from '../../generated/start-world.ts'
import { JSON_TYPE } from '../../generated/wire.ts'
import { leastAssistant } from '../../generated/world.ts'
import { everyNth } from '../../support/sample.ts'

/*
 * B14 of the threats: no text takes the server longer than any other of its length. A sample tries some of
 * the endpoints and some of the texts.
 */

describe('B14', () => {
  /**
   * Limit for one answer, ms: it is written word by word, so a long one takes longer, while a backtracking
   * pattern takes seconds.
   */
  const SLOW_ANSWER_MS = 200

  /** Number of fields sent together, as many as fit into a body. */
  const AT_ONCE = 9

  test.each(everyNth(36, writingEndpointsByNewFields()))(
    '$name is quick to accept or reject any text',
    async ({ places, ...one }) => {
      expect(slowOnes(await timesOfFields(await startWorld(), one, places, AT_ONCE))).toEqual([])
    },
    60_000,
  )

  test('no message is slow to answer', async () => {
    const { wire, owner } = await startWorld()
    const target = `/api/conversations/${owner.things.conversation}/messages`
    const say = (message: string) =>
      wire.send('POST', target, { headers: JSON_TYPE, body: JSON.stringify({ message }) })
    const times = await timesOf('a message', everyNth(8, nearMisses(1900)), say, SLOW_ANSWER_MS)
    expect(slowOnes(times, SLOW_ANSWER_MS)).toEqual([])
  }, 60_000)

  test('no prompt makes its assistant slow', async () => {
    const { wire, shared, db } = await startWorld()
    const post = async (target: string, sent: object) =>
      wire.send('POST', target, { headers: JSON_TYPE, body: JSON.stringify(sent) })
    const newest = db.prepare('SELECT uuid FROM assistants ORDER BY id DESC LIMIT 1').pluck()
    const ask = async (text: string) => {
      const system_prompt = `You help. ${text}`
      await post('/api/user/assistant', { ...leastAssistant(shared), system_prompt })
      const chat = await post('/api/conversations', { assistant_id: newest.get(), type: 'test' })
      const { conversation_id } = JSON.parse(chat.text)
      await post(`/api/conversations/${conversation_id}/messages`, { message: 'When?' })
    }
    const times = await timesOf('a prompt', everyNth(8, nearMisses(100_000)), ask, SLOW_ANSWER_MS)
    expect(slowOnes(times, SLOW_ANSWER_MS)).toEqual([])
  }, 60_000)

  test('no query, path or header is slow to reject', async () => {
    const { wire } = await startWorld()
    const texts = everyNth(8, nearMisses(6000)).map((text) =>
      encodeURIComponent(text).slice(0, 6000),
    )
    const targets = [
      (text: string) => `/api/user/calls?phone_number=${text}`,
      (text: string) => `/api/user/inbox?before=${text}`,
      (text: string) => `/api/user/conversations?date_from=${text}&per_page=${text}`,
      (text: string) => `/api/conversations/${text}`,
      (text: string) => `/app/${text}`,
    ]
    for (const target of targets) {
      const times = await timesOf(target('…'), texts, (text) => wire.send('GET', target(text)))
      expect(slowOnes(times)).toEqual([])
    }
    for (const header of ['authorization', 'cookie', 'origin', 'content-type', 'accept']) {
      const ask = (text: string) =>
        wire.send('POST', '/api/user/api-keys', { headers: { [header]: text } })
      expect(slowOnes(await timesOf(header, texts, ask))).toEqual([])
    }
  }, 60_000)
})

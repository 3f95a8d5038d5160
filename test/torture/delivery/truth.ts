import type { Call } from '#contracts/client.ts'
import { getConversation, listConversations } from '#contracts/conversations.ts'
import { type Guest, lineOf } from './plan.ts'

/** A server's messages, compared with those that were typed. */
export interface Truth {
  readonly typed: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly outOfOrder: readonly string[]
  /** Visitors whose lines are in more than one conversation. */
  readonly torn: readonly string[]
  /** Sequence numbers other than 1, 2, 3 … */
  readonly gaps: number
  readonly conversations: number
  readonly answers: number
}

/** Compares every message of a server with what was typed. */
export async function findTruth(call: Call, guests: readonly Guest[]): Promise<Truth> {
  const places = new Map<string, { readonly conversation: string; readonly seq: number }[]>()
  let [gaps, conversations, answers] = [0, 0, 0]
  for await (const { id, messages } of allConversations(call)) {
    if (messages.some(({ content }) => lineOf(content))) conversations += 1
    gaps += messages.filter(({ seq }, index) => seq !== index + 1).length
    answers += messages.filter(({ author }) => author === 'assistant').length
    for (const { author, content, seq } of messages) {
      const line = author === 'visitor' && lineOf(content)
      if (!line) continue
      const key = `${line.guest}/${line.line}`
      places.set(key, [...(places.get(key) ?? []), { conversation: id, seq }])
    }
  }
  const found = guests.map(({ guest, lines }) => {
    const own = lines.map((line, index) => ({
      ...line,
      key: `${guest}/${index}`,
      at: places.get(`${guest}/${index}`) ?? [],
    }))
    return {
      lost: own.filter(({ at }) => at.length === 0).map(({ key }) => key),
      doubled: own.filter(({ at }) => at.length > 1).map(({ key }) => key),
      outOfOrder: own
        .filter(
          ({ at }, index) => index > 0 && at[0] && at[0].seq <= (own[index - 1]!.at[0]?.seq ?? 0),
        )
        .map(({ key }) => key),
      isTorn: new Set(own.flatMap(({ at }) => at.map(({ conversation }) => conversation))).size > 1,
      guest,
    }
  })
  return {
    typed: guests.reduce((sum, { lines }) => sum + lines.length, 0),
    lost: found.flatMap(({ lost }) => lost),
    doubled: found.flatMap(({ doubled }) => doubled),
    outOfOrder: found.filter(({ isTorn }) => !isTorn).flatMap(({ outOfOrder }) => outOfOrder),
    torn: found.filter(({ isTorn }) => isTorn).map(({ guest }) => `${guest}`),
    gaps,
    conversations,
    answers,
  }
}

async function* allConversations(call: Call) {
  for (let page = 1; ; page += 1) {
    const { data } = await call(listConversations, { query: { page, per_page: 100 } })
    if (data.length === 0) return
    for (const { id } of data) yield call(getConversation, { params: { uuid: id } })
  }
}

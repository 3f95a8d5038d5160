import { getConversation, listConversations } from '#contracts/conversations.ts'
import { chromium } from './chromium.ts'
import type { Desk } from './desk.ts'
import { live } from './life.ts'
import { operatorOn, visitorOn } from './people.ts'
import { temporaryFolder } from './server.ts'
import { BUILT } from './server-process.ts'

/** A visitor who has said hello, and an operator looking on, on the shipped server in its own process. */
export const onlookers = async () =>
  greetedAt(await live({ dataDir: temporaryFolder(), main: BUILT }))

/** The same on any desk. */
export async function greetedAt<desk extends Desk>(life: desk) {
  const visitor = visitorOn(await chromium.person())
  const operator = operatorOn(await chromium.person())
  await operator.signIn(life)
  await visitor.open(life.url)
  await visitor.say('hello')
  await operator.openFirst()
  return { life, visitor, operator }
}

/** The only conversation of a desk, as the desk has it. */
export async function conversationOf({ call }: Desk) {
  const { data } = await call(listConversations)
  const params = { uuid: data[0]!.id }
  return { params, ...(await call(getConversation, { params })) }
}

import { getConversation, listConversations } from '#contracts/conversations.ts'
import { chromium } from './chromium.ts'
import { BUILT, type Life, live } from './life.ts'
import { operatorOn, visitorOn } from './people.ts'
import { temporaryFolder } from './server.ts'

/** A visitor who has said hello, and an operator who looks on. */
export async function onlookers() {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const visitor = visitorOn(await chromium.person())
  const operator = operatorOn(await chromium.person())
  await operator.signIn(life)
  await visitor.open(life.url)
  await visitor.say('hello')
  await operator.openFirst()
  return { life, visitor, operator }
}

/** The one conversation of a desk, as the desk has it. */
export async function conversationOf({ call }: Life) {
  const { data } = await call(listConversations)
  const params = { uuid: data[0]!.id }
  return { params, ...(await call(getConversation, { params })) }
}

import { expect, test } from 'vitest'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import { listInbox } from '#contracts/inbox.ts'
import { listNotifications } from '#contracts/notifications.ts'
import { sendProposal } from '#contracts/proposals.ts'
import { getRepliesMet, getReplyTargets, setReplyTargets } from '#contracts/reply-targets.ts'
import { wrongTallies } from '../../server/db/tallies.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant } from '../support/assistants.ts'
import { createClock, turns } from '../support/clock.ts'
import { madeConversation, neverIdle } from '../support/inbox.ts'
import { colleague } from '../support/operators.ts'
import { targeted } from '../support/reply-targets.ts'
import { madeRule } from '../support/rules.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

const AUTHORIZATION = { authorization: 'Bearer 1|test-key-of-the-owner' }
const MINUTE = 60_000

/** A server with a clock, a visitor, and what tests of reply targets ask. */
async function start() {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  neverIdle(server)
  const { call, context } = server
  const now = () => clock.outside.now()
  const due = context.db
    .prepare<[number], number>(
      "SELECT count(*) FROM jobs WHERE status = 'running' OR status = 'waiting' AND run_at <= ?",
    )
    .pluck()
  /** Lets everything that is due be done; answers take some time of the clock. */
  const settled = async () => {
    await turns()
    while (due.get(now().getTime())! > 0) await clock.advance(20)
  }
  const dueIn = async (uuid: string) => {
    await settled()
    const { reply_due } = await call(getConversation, { params: { uuid } })
    const row = (await call(listInbox)).data.find(({ id }) => id === uuid)
    expect(row?.reply_due).toEqual(reply_due)
    const left = reply_due && Math.round((Date.parse(reply_due.due_at) - now().getTime()) / MINUTE)
    return reply_due && [reply_due.kind, left]
  }
  const reply = (uuid: string) =>
    call(replyToConversation, {
      params: { uuid },
      body: { client_id: crypto.randomUUID(), content: 'Here I am.' },
    })
  const outcome = (uuid: string) =>
    context.db
      .prepare<[string], [number, number]>(
        'SELECT replies_met, replies_missed FROM conversations WHERE uuid = ?',
      )
      .raw()
      .get(uuid)
  const turn = async (uuid: string, mode: 'auto' | 'approve' | 'human') => {
    const { ai_epoch: epoch } = await call(getConversation, { params: { uuid } })
    await call(turnDial, { params: { uuid }, body: { mode, epoch } })
  }
  const clocks = () =>
    context.db.prepare<[], number>('SELECT count(*) FROM reply_clocks').pluck().get()
  return { server, clock, settled, dueIn, reply, outcome, turn, clocks, now }
}

test('a first and a later reply are measured from the handover, once each, and never while the assistant answers', async () => {
  const { server, clock, settled, dueIn, reply, outcome, clocks } = await start()
  await targeted(server, { first_reply_minutes: 15, next_reply_minutes: 30 })
  const visitor = await createVisitor(server)
  const uuid = visitor.conversationId
  await visitor.say('Hello')
  await settled()
  expect([await dueIn(uuid), clocks()]).toEqual([null, 0])
  await visitor.say('I want to talk to a human')
  expect(await dueIn(uuid)).toEqual(['first', 15])
  await clock.advance(10 * MINUTE)
  // Neither another message nor the assistant's answer to it starts again.
  await visitor.say('Is anybody there?')
  expect(await dueIn(uuid)).toEqual(['first', 5])
  await reply(uuid)
  expect([await dueIn(uuid), outcome(uuid)]).toEqual([null, [1, 0]])

  await visitor.say('I want to talk to a human again')
  expect(await dueIn(uuid)).toEqual(['next', 30])
  await clock.advance(31 * MINUTE)
  expect([await dueIn(uuid), outcome(uuid)]).toEqual([
    ['next', -1],
    [1, 1],
  ])
  await reply(uuid)
  expect([await dueIn(uuid), outcome(uuid), clocks()]).toEqual([null, [1, 1], 2])
})

test('the dial says whether a person is expected; what ends without a reply counts only once it is overdue', async () => {
  const { server, clock, settled, dueIn, outcome, turn, clocks, now } = await start()
  await targeted(server, { first_reply_minutes: 10 })
  const { uuid, say } = madeConversation(server, {
    at: now().getTime(),
    messages: [['visitor', 'Hello']],
  })
  await turn(uuid, 'human')
  // The visitor had written before: the handover counts.
  expect(await dueIn(uuid)).toEqual(['first', 10])
  await turn(uuid, 'approve')
  expect(await dueIn(uuid)).toEqual(['first', 10])
  await turn(uuid, 'auto')
  await settled()
  expect([await dueIn(uuid), outcome(uuid), clocks()]).toEqual([null, [0, 0], 0])
  say('visitor', 'Hello?')
  await turn(uuid, 'human')
  await clock.advance(11 * MINUTE)
  expect(await dueIn(uuid)).toEqual(['first', -1])
  await turn(uuid, 'auto')
  expect([await dueIn(uuid), outcome(uuid)]).toEqual([null, [0, 1]])
})

test('an approved draft is a reply, and the automatic reply of a rule is none', async () => {
  const { server, dueIn, outcome, settled } = await start()
  const { call } = server
  await targeted(server, { first_reply_minutes: 10, next_reply_minutes: 20 })
  server.context.db.exec("UPDATE assistants SET widget_settings = '{}'")
  const visitor = await createVisitor(server)
  const uuid = visitor.conversationId
  server.context.db.exec("UPDATE conversations SET ai_mode = 'approve'")
  await visitor.say('What is Parley?')
  expect(await dueIn(uuid)).toEqual(['first', 10])
  const { proposal } = await call(getConversation, { params: { uuid } })
  await call(sendProposal, {
    params: { uuid },
    body: { proposal_id: proposal!.id, content: 'A desk.' },
  })
  expect([await dueIn(uuid), outcome(uuid)]).toEqual([null, [1, 0]])
  await madeRule(server, { actions: { reply: 'We will be with you soon.' } })
  await visitor.say('And what does it cost?')
  await settled()
  expect([await dueIn(uuid), outcome(uuid)]).toEqual([
    ['next', 20],
    [1, 0],
  ])
})

test('office hours, the targets of one assistant, and the share for the warning are those when the wait began', async () => {
  const { server, clock, dueIn, now } = await start()
  const { db } = server.context
  // 12:00 UTC on a Thursday: it is 13:00 in Berlin, and the desk closes at 14:00.
  const hours = JSON.stringify({ hours: [...Array(5).fill([['09:00', '14:00']]), [], []] })
  db.prepare("UPDATE assistants SET timezone = 'Europe/Berlin', widget_settings = ?").run(hours)
  const other = await createdAssistant(server, { name: 'Always there' })
  const own = {
    assistant_id: other,
    first_reply_minutes: 5,
    next_reply_minutes: null,
    hours: 'all',
  }
  await targeted(server, {
    first_reply_minutes: 90,
    hours: 'office',
    warn_percent: 50,
    overrides: [own as never],
  })
  const made = (assistant?: number) => {
    const { id, uuid, say } = madeConversation(server, { at: now().getTime() })
    db.prepare(
      "UPDATE conversations SET ai_mode = 'human', assistant_id = ifnull(?, assistant_id) WHERE id = ?",
    ).run(assistant ?? null, id)
    say('visitor', 'Hello', 'complete', now().getTime())
    return uuid
  }
  const [office, always] = [made(), made(other)]
  await clock.advance(1000)
  // An hour of this day, and half of the next one, which starts 19 hours later.
  expect(await dueIn(office)).toEqual(['first', 60 + 19 * 60 + 30])
  expect(await dueIn(always)).toEqual(['first', 5])
  const { reply_due } = await server.call(getConversation, { params: { uuid: office } })
  expect(Date.parse(reply_due!.warn_at) - Date.parse(reply_due!.since)).toBe(45 * MINUTE)
  await targeted(server, { overrides: [own as never] })
  expect([await dueIn(office), (await dueIn(always))?.[0]]).toEqual([null, 'first'])
})

test('a warning is given when its share is used and another when the reply is overdue, each once', async () => {
  const { server, clock, settled } = await start()
  await targeted(server, { first_reply_minutes: 20 })
  const stream = await followStream(`${server.url}/api/user/stream`, AUTHORIZATION)
  const visitor = await createVisitor(server)
  await visitor.say('I want to talk to a human')
  await settled()
  await clock.advance(14 * MINUTE)
  await clock.advance(90 * MINUTE)
  const warnings = async () =>
    (await server.call(listNotifications)).data.filter(({ kind }) => kind === 'sla')
  const given = (await warnings()).map(({ cause, is_read }) => [cause, is_read])
  expect(given).toEqual([
    ['overdue', false],
    ['due_soon', false],
  ])
  const { data } = await stream.next(
    ({ type, data: sent }) =>
      type === 'notification.created' && (sent as { kind: string }).kind === 'sla',
  )
  expect(data).toMatchObject({ conversation_id: visitor.conversationId, cause: 'due_soon' })

  // Nobody has to look any more once somebody has replied.
  await server.call(replyToConversation, {
    params: { uuid: visitor.conversationId },
    body: { content: 'Here I am.', client_id: crypto.randomUUID() },
  })
  expect((await warnings()).map(({ is_read }) => is_read)).toEqual([true, true])
})

test('an account without targets has no clocks; turning targets off drops those that run', async () => {
  const { server, dueIn, clocks, settled } = await start()
  const handedOver = async () => {
    const visitor = await createVisitor(server)
    await visitor.say('I want to talk to a human')
    await settled()
    return visitor.conversationId
  }
  const stranger = await anotherAccount(server)
  await targeted(stranger, { first_reply_minutes: 5 })
  await handedOver()
  await targeted(server, { next_reply_minutes: 5 })
  await handedOver()
  expect(clocks()).toBe(0)
  await targeted(server, { first_reply_minutes: 5 })
  const uuid = await handedOver()
  expect([await dueIn(uuid), clocks()]).toEqual([['first', 5], 1])
  await targeted(server)
  expect([await dueIn(uuid), clocks()]).toEqual([null, 0])
})

test('the inbox by due first has the earliest due on top, then the others by latest activity, page by page', async () => {
  const { server, clock, now, settled } = await start()
  await targeted(server, { first_reply_minutes: 30 })
  const { db } = server.context
  const made: { readonly uuid: string; readonly isDue: boolean }[] = []
  for (let index = 0; index < 120; index += 1) {
    const at = now().getTime() + index
    const isDue = index % 2 === 0
    const { id, uuid, say } = madeConversation(server, { at })
    if (isDue) db.prepare("UPDATE conversations SET ai_mode = 'human' WHERE id = ?").run(id)
    say('visitor', 'Hello', 'complete', at)
    made.push({ uuid, isDue })
  }
  await clock.advance(1000)
  await settled()
  const all: string[] = []
  let before: string | null | undefined
  do {
    const page = await server.call(listInbox, {
      query: { sort: 'due', state: 'open', ...(before && { before }) },
    })
    all.push(...page.data.map(({ id }) => id))
    before = page.before
  } while (before)
  const due = made.filter(({ isDue }) => isDue).map(({ uuid }) => uuid)
  const others = made.filter(({ isDue }) => !isDue).map(({ uuid }) => uuid)
  expect(all).toEqual([...due, ...others.reverse()])
})

test('the report counts what met its target and what missed it, by the start of the wait, and forgets erased conversations', async () => {
  const { server, clock, settled, reply, now } = await start()
  const { db } = server.context
  await targeted(server, { first_reply_minutes: 10, next_reply_minutes: 10 })
  const { assistantId } = db
    .prepare<[], { assistantId: number }>('SELECT min(id) AS assistantId FROM assistants')
    .get()!
  const report = async (days: '7' | '30', assistant_id = assistantId) =>
    server.call(getRepliesMet, { query: { days, assistant_id } })
  const wait = async (minutes: number) => {
    const made = madeConversation(server, { at: now().getTime() })
    db.prepare("UPDATE conversations SET ai_mode = 'human' WHERE id = ?").run(made.id)
    for (let round = 0; round < 2; round += 1) {
      made.say('visitor', 'Hello', 'complete', now().getTime())
      await settled()
      await clock.advance(minutes * MINUTE)
      await reply(made.uuid)
    }
    return made.id
  }
  await wait(5)
  await clock.jump(8 * 24 * 60 * MINUTE)
  const late = await wait(11)
  await wait(5)
  const none = { met: 0, missed: 0 }
  const [one, both] = [
    { met: 1, missed: 0 },
    { met: 1, missed: 1 },
  ]
  expect(await report('7')).toEqual({
    period: { first: both, next: both },
    before: { first: one, next: one },
  })
  expect(await report('30')).toEqual({
    period: { first: { met: 2, missed: 1 }, next: { met: 2, missed: 1 } },
    before: { first: none, next: none },
  })
  expect(wrongTallies(db, 1)).toEqual([])
  db.prepare('DELETE FROM conversations WHERE id = ?').run(late)
  expect((await report('7')).period).toEqual({ first: one, next: one })
  expect(wrongTallies(db, 1)).toEqual([])
  const other = await createdAssistant(server)
  expect((await report('7', other)).period).toEqual({ first: none, next: none })
  await expect(
    (await anotherAccount(server)).call(getRepliesMet, { query: { assistant_id: assistantId } }),
  ).rejects.toMatchObject({ status: 422 })
})

test('targets are of one account, are refused field by field, and are for those who may change rules', async () => {
  const server = await startServer()
  const { call } = server
  const good = {
    first_reply_minutes: 15,
    next_reply_minutes: null,
    hours: 'office' as const,
    overrides: [],
  }
  const stranger = await anotherAccount(server)
  const foreign = await createdAssistant(server)
  const override = { ...good, assistant_id: foreign, overrides: undefined }
  const refused = async (caller: Pick<TestServer, 'call'>, changes: object) =>
    Object.keys(
      (
        (await caller
          .call(setReplyTargets, { body: { ...good, ...changes } as never })
          .catch((error: unknown) => error)) as { errors?: object }
      ).errors ?? {},
    )
  expect(await refused(server, { first_reply_minutes: 0 })).toEqual(['first_reply_minutes'])
  expect(await refused(server, { warn_percent: 100 })).toEqual(['warn_percent'])
  expect(await refused(server, { overrides: [override, override] })).toEqual([
    'overrides.1.assistant_id',
  ])
  expect(await refused(stranger, { overrides: [override] })).toEqual(['overrides.0.assistant_id'])
  const { data } = await call(setReplyTargets, { body: good })
  expect(data).toEqual({ ...good, warn_percent: 75 })
  expect(await call(getReplyTargets)).toEqual(data)
  expect((await stranger.call(getReplyTargets)).first_reply_minutes).toBeNull()
  const agent = await colleague(server, 'Lena')
  await expect(agent.call(getReplyTargets)).rejects.toMatchObject({ status: 403 })
  await expect(server.as()(getReplyTargets)).rejects.toMatchObject({ status: 401 })
})

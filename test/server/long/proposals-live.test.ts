import { expect, test } from 'vitest'
import { sendProposal } from '#contracts/proposals.ts'
import { getVisitorConversation } from '#contracts/widget.ts'
import {
  asked,
  deskStream,
  detailOf,
  draftOf,
  params,
  QUESTION,
  slowServer,
  turn,
  visitorStream,
} from '../../support/proposals.ts'
import { createVisitor } from '../../support/visitor.ts'

test('the assistant drafts, and the visitor receives nothing of it: no token, no typing indicator, nothing on resuming', async () => {
  const server = await slowServer()
  const visitor = await createVisitor(server)
  const seen = await visitorStream(server, visitor)
  const desk = await deskStream(server)
  await turn(server, visitor, 'approve')
  await visitor.say(QUESTION)
  await desk.next(({ type }) => type === 'proposal.delta')
  const draft = await draftOf(server, visitor)
  expect(draft).toMatchObject({ answers_seq: 2, hint: null, error: null, epoch: 1 })
  expect(draft.content).toContain('free')

  const resumed = await visitorStream(server, visitor, 0)
  await resumed.next(({ type }) => type === 'message.created')
  for (const { events } of [seen, resumed]) {
    const types = new Set(events.map(({ type }) => type))
    expect([...types].sort()).toEqual(['conversation.updated', 'message.created'])
    expect(JSON.stringify(events)).not.toContain('free')
    expect(JSON.stringify(events)).not.toMatch(/proposal|approve|ai_mode/)
  }
  const own = await visitor.call(getVisitorConversation, params(visitor))
  expect(own.messages.map(({ author }) => author)).toEqual(['assistant', 'visitor'])
  expect(JSON.stringify(own)).not.toMatch(/free|proposal|approve|ai_mode/)
})

test('the desk sees the draft grow without gaps, and a stream resumed later has all of it', async () => {
  const server = await slowServer()
  const visitor = await createVisitor(server)
  const desk = await deskStream(server)
  await turn(server, visitor, 'approve')
  await visitor.say(QUESTION)
  const done = await desk.next(
    ({ type, data }) => type === 'proposal.updated' && data.proposal.status === 'ready',
  )
  const deltas = desk.events.filter(({ type }) => type === 'proposal.delta')
  expect(deltas.length).toBeGreaterThan(2)
  let text = ''
  for (const { data } of deltas) {
    expect([data.proposal_id, data.offset]).toEqual([done.data.proposal.id, text.length])
    text += data.text
  }
  // The last words may arrive with the complete draft.
  expect(text.length).toBeGreaterThan(20)
  expect(done.data.proposal.content.slice(0, text.length)).toBe(text)

  const resumed = await deskStream(server, 0)
  await resumed.next(({ id }) => id === done.id)
  expect(resumed.events.filter(({ type }) => type === 'proposal.delta')).toEqual([])
})

test('when the visitor writes again the draft is stale, and a new one answers both', async () => {
  const server = await slowServer()
  const visitor = await asked(server)
  const desk = await deskStream(server)
  const first = await draftOf(server, visitor, 'streaming')
  await visitor.say('And on a phone?')
  await desk.next(
    ({ type, data }) =>
      type === 'proposal.updated' &&
      data.proposal.id === first.id &&
      data.proposal.status === 'stale',
  )
  const second = await draftOf(server, visitor)
  expect(second.answers_seq).toBe(3)
  expect(second.id).toBeGreaterThan(first.id)
  await expect(
    server.call(sendProposal, {
      ...params(visitor),
      body: { proposal_id: first.id, content: 'Late.' },
    }),
  ).rejects.toMatchObject({
    status: 409,
    body: {
      message: 'That draft is out of date.',
      data: { proposal: { id: first.id, status: 'stale' }, sent: null },
    },
  })
  expect((await detailOf(server, visitor)).message_count).toBe(3)
})

import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Proposal } from '#contracts/proposal-fields.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createApproveModel } from '../../renderer/screens/inbox/compose/approve-model.ts'
import { applyToDial, withProposal } from '../../renderer/screens/inbox/thread/apply-to-dial.ts'
import { ADA, at, detail, fakeServer, message } from './support.ts'

const SEND = `POST /user/conversations/${ADA}/proposal/send`
const AGAIN = `POST /user/conversations/${ADA}/proposal/regenerate`
const DISMISS = `DELETE /user/conversations/${ADA}/proposal`

const proposal = (changes: Partial<Proposal> = {}): Proposal => ({
  id: 5,
  epoch: 1,
  answers_seq: 2,
  hint: null,
  content: 'It is free.',
  status: 'ready',
  error: null,
  decided_by: null,
  message_id: null,
  created_at: at(2),
  ...changes,
})

function openDraft(draft: Proposal | null = proposal(), storage = memoryStorage()) {
  const server = fakeServer()
  const thread = signal<ConversationDetail>(
    detail([message(1), message(2)], { ai_mode: 'approve', ai_epoch: 1, proposal: draft }),
  )
  const sent: number[] = []
  const set = (next: Proposal) => {
    thread.value = withProposal(thread.value, next)
  }
  const model = createApproveModel({
    api: server.api,
    storage,
    id: ADA,
    thread: () => thread.value,
    onProposal: set,
    onSent: ({ id }) => sent.push(id),
  })
  return { server, thread, model, set, sent, storage }
}

test('the draft follows the stream until the operator types; then the operator’s text is kept', () => {
  const { thread, model } = openDraft(proposal({ content: 'It ', status: 'streaming' }))
  const handleEvent = (offset: number, text: string) => {
    const data = { conversation_id: ADA, proposal_id: 5, offset, text }
    thread.value = applyToDial(thread.value, {
      type: 'proposal.delta',
      id: 1,
      data,
    }) as ConversationDetail
  }
  handleEvent(3, 'is ')
  expect([model.text.value, model.isEdited.value]).toEqual(['It is ', false])
  model.type('It costs nothing')
  handleEvent(6, 'free.')
  expect([model.text.value, model.isEdited.value]).toEqual(['It costs nothing', true])
})

test('a draft that continues, or a newer one, is offered but never replaces the text', () => {
  const { model, set } = openDraft(proposal({ content: 'It ', status: 'streaming' }))
  model.type('Nothing.')
  expect(model.newer.value).toBeUndefined()
  set(proposal())
  expect([model.newer.value, model.text.value]).toEqual(['more', 'Nothing.'])
  model.keepMine()
  expect(model.newer.value).toBeUndefined()
  set(proposal({ status: 'stale' }))
  set(proposal({ id: 6, answers_seq: 3, content: 'Both are free.' }))
  expect([model.newer.value, model.text.value]).toEqual(['draft', 'Nothing.'])
  model.showNewer()
  expect([model.newer.value, model.text.value]).toEqual([undefined, 'Both are free.'])
})

test('the operator’s own text is sent with the latest draft, so that it counts as an edit of it', async () => {
  const { server, model, set, sent } = openDraft()
  model.type('Nothing at all.')
  set(proposal({ status: 'stale' }))
  set(proposal({ id: 6, content: 'Both are free.' }))
  const data = message(3, { author: 'assistant', content: 'Nothing at all.' })
  server.on(SEND, {
    message: '',
    data,
    proposal: proposal({ id: 6, status: 'sent', message_id: data.id }),
  })
  await model.send()
  expect(server.bodies(SEND)).toEqual([{ proposal_id: 6, content: 'Nothing at all.' }])
  expect([sent, model.proposal.value, model.isEdited.value]).toEqual([[data.id], null, false])
})

test('when a colleague was faster, their message is shown and the operator’s text is kept', async () => {
  const { server, model, sent } = openDraft()
  model.type('My own words.')
  const theirs = message(3, { author: 'assistant' })
  server.on(SEND, () =>
    Response.json(
      {
        message: 'That draft was sent already.',
        data: {
          proposal: proposal({
            status: 'sent',
            decided_by: { id: 7, name: 'Anna' },
            message_id: theirs.id,
          }),
          sent: theirs,
        },
      },
      { status: 409 },
    ),
  )
  await model.send()
  expect(model.notice.value).toBe('Anna already replied.')
  expect([sent, model.leftover.value]).toEqual([[theirs.id], 'My own words.'])
  model.discard()
  expect(model.leftover.value).toBeUndefined()
})

test('without a response nothing is lost and everything can be retried', async () => {
  const { model } = openDraft()
  model.type('Nothing.')
  await model.send()
  expect(model.notice.value).toContain('Can’t reach Parley')
  expect([model.text.value, model.doing.value]).toEqual(['Nothing.', undefined])
})

test('typed text survives a reload', () => {
  const first = openDraft()
  first.model.type('Nothing.')
  expect(openDraft(proposal(), first.storage).model.text.value).toBe('Nothing.')
})

test('text typed back to the draft is not an edit', () => {
  const { model } = openDraft()
  model.type('It is free!')
  model.type('It is free.')
  expect(model.isEdited.value).toBe(false)
})

test('an empty or overlong text is not sent', async () => {
  const { server, model } = openDraft()
  model.type('  ')
  await model.send()
  model.type('x'.repeat(10_001))
  await model.send()
  expect(model.problem.value).toContain('10,001')
  expect(server.calls).toEqual([])
})

test('a hint is passed to the assistant, and the new draft replaces the old one', async () => {
  const { server, model } = openDraft()
  const next = proposal({ id: 6, content: '', status: 'streaming', hint: 'Shorter' })
  server.on(AGAIN, { message: '', data: next })
  expect(await model.regenerate('Shorter')).toBe(true)
  await model.regenerate('  ')
  expect(server.bodies(AGAIN)).toEqual([{ hint: 'Shorter' }, {}])
  expect(model.proposal.value).toEqual(next)
})

test('a dismissed draft is gone', async () => {
  const { server, model } = openDraft()
  server.on(DISMISS, { message: '', data: proposal({ status: 'dismissed' }) })
  await model.dismiss()
  expect(model.proposal.value).toBeNull()
})

test('after leaving Approve, an edited text is offered as the operator’s own reply', () => {
  const { thread, model, set } = openDraft()
  model.type('Half a thought')
  set(proposal({ status: 'stale' }))
  thread.value = { ...thread.value, ai_mode: 'human' }
  expect([model.isOn.value, model.leftover.value]).toEqual([false, 'Half a thought'])
})

test('an older draft does not replace a newer one, and a sent one explains its message', () => {
  const { thread } = openDraft(proposal({ id: 6 }))
  expect(withProposal(thread.value, proposal())).toBe(thread.value)
  const sent = proposal({ id: 6, status: 'sent', message_id: 103, decided_by: null })
  const next = withProposal(thread.value, sent)
  expect(next).toMatchObject({
    proposal: null,
    approvals: [{ message_id: 103, by: null, draft: 'It is free.' }],
  })
  expect(withProposal(next, sent).approvals).toHaveLength(1)
})

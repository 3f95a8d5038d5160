import { expect, test } from 'vitest'
import type { DraftKind } from '#contracts/drafts.ts'
import { createDrafting } from '../../renderer/app/inbox/drafting.ts'
import type { LiveEvent } from '../../renderer/app/live.ts'
import { ADA, at, BOB, fakeServer, later } from './support.ts'

const LIST = 'GET /user/drafts'
const [ANN, BEN] = [
  { id: 1, name: 'Ann' },
  { id: 2, name: 'Ben' },
]

const drafting = (by: typeof ANN, active: boolean, kind: DraftKind = 'reply'): LiveEvent => ({
  type: 'drafting',
  id: undefined,
  data: { conversation_id: ADA, by, kind, active },
})

function opened() {
  const server = fakeServer()
  const model = createDrafting(server.api, () => ANN.id)
  return { server, model, shown: () => [model.isMine(ADA), model.colleaguesIn(ADA)] }
}

test('marks come and go with drafts; a colleague’s note is nobody’s business', () => {
  const { model, shown } = opened()
  model.apply(drafting(ANN, true))
  model.apply(drafting(ANN, true, 'note'))
  model.apply(drafting(BEN, true))
  model.apply(drafting(BEN, true))
  expect(shown()).toEqual([true, 'Ben'])
  model.apply(drafting(ANN, false))
  expect(shown()).toEqual([true, 'Ben'])
  model.apply(drafting(ANN, false, 'note'))
  model.apply(drafting(BEN, false))
  model.apply(drafting(BEN, true, 'note'))
  expect(shown()).toEqual([false, ''])
  expect(model.isMine(BOB)).toBe(false)
})

test('what is reported while the drafts are loading is newer than they are', async () => {
  const { server, model, shown } = opened()
  const slow = later<object>()
  server.on(LIST, () => slow.promise)
  const loading = model.load()
  model.apply(drafting(ANN, false))
  model.apply(drafting(BEN, true))
  const mark = { conversation_id: ADA, kind: 'reply', by: ANN, updated_at: at(1) }
  slow.resolve({ data: [mark] })
  await loading
  expect(shown()).toEqual([false, 'Ben'])
  server.off(LIST)
  await model.load()
  expect(shown()).toEqual([false, 'Ben'])
})

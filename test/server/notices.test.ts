import { expect, test } from 'vitest'
import { fault } from '#contracts/faults.ts'
import { dismissNotice, listNotices } from '#contracts/notices.ts'
import { dropNotice, raiseNotice } from '../../server/features/platform/notices/raise.ts'
import { KEY, startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'

const ABOUT = { userId: 1, kind: 'webhook_disabled', subject: 'https://a.example/' } as const

const FIRST = fault('receiver_answered', { status: 500 })
const SECOND = fault('receiver_answered', { status: 503 })

test('a notice is raised once per subject, until it is dismissed or resolved', async () => {
  const server = await startServer()
  const { context, call } = server
  const stream = await followStream(`${server.url}/api/user/stream`, {
    authorization: `Bearer ${KEY}`,
  })
  await context.write((tx) => raiseNotice(tx, context, ABOUT, FIRST))
  await context.write((tx) => raiseNotice(tx, context, ABOUT, SECOND))
  const { data } = await call(listNotices)
  expect(data).toMatchObject([
    {
      kind: 'webhook_disabled',
      subject: 'https://a.example/',
      reason: 'The receiver answered 500',
    },
  ])
  await call(dismissNotice, { params: { id: data[0]!.id } })
  expect(await call(listNotices)).toEqual({ data: [] })
  await expect(call(dismissNotice, { params: { id: data[0]!.id } })).rejects.toMatchObject({
    status: 404,
  })
  await context.write((tx) => raiseNotice(tx, context, ABOUT, FIRST))
  await context.write((tx) => dropNotice(tx, context, ABOUT))
  await context.write((tx) => dropNotice(tx, context, ABOUT))
  expect(await call(listNotices)).toEqual({ data: [] })
  await expect
    .poll(() => stream.events.map(({ type }) => type).filter((type) => type.startsWith('notice')))
    .toEqual(['notice.created', 'notice.deleted', 'notice.created', 'notice.deleted'])
})

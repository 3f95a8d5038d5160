import { signal } from '@preact/signals'
import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { Desk } from '../../renderer/app/desk.ts'
import { Row } from '../../renderer/screens/inbox/list/row.tsx'
import { draw, fakeDesk } from './render.tsx'
import { ADA, at, inboxItem } from './support.ts'

function drawRow(changes: Parameters<typeof inboxItem>[0], prepare?: (desk: Desk) => void) {
  const { desk } = fakeDesk()
  prepare?.(desk)
  return draw(
    <Row
      desk={desk}
      list={{ current: signal(undefined) }}
      bulk={{ has: () => false, toggle: () => undefined }}
      item={inboxItem(changes)}
      search=""
      minute={0}
    />,
  )
}

const apology = { author: 'assistant', content: 'I don’t know that.', created_at: at(1) } as const

test('a row shows the open question instead of the assistant’s apology, and the operator’s reply once there is one', () => {
  const { unmount } = drawRow({ open_question: 'Is there parking?', last_message: apology })
  screen.getByText('Is there parking?')
  expect(screen.queryByText(/I don’t know/)).toBeNull()
  unmount()
  drawRow({ last_message: { ...apology, author: 'operator', content: 'Yes, behind the house.' } })
  screen.getByText(/behind the house/)
})

test('a conversation started through the API is labelled as such, with an identifier', () => {
  drawRow({ type: 'api', visitor: null })
  screen.getByText(/^API chat \w{4}$/)
})

test('a row says when a reply is due, and marks it by more than colour once it is soon or overdue', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const due = (minutes: number) => {
    const times = {
      since: inMinutes(-60),
      warn_at: inMinutes(minutes - 5),
      due_at: inMinutes(minutes),
    }
    const { container, unmount } = drawRow({
      waiting_since: at(1),
      reply_due: { kind: 'first', ...times },
    })
    const element = container.querySelector('.reply-due')!
    const found = [element.textContent, element.querySelector('svg') !== null]
    expect(element.getAttribute('title')).toMatch(/^First reply due /)
    unmount()
    return found
  }
  expect([due(20), due(4), due(-12.5)]).toEqual([
    ['Due in 20 min', false],
    ['Due in 4 min', true],
    ['Overdue by 12 min', true],
  ])
})

test('a row says that there is an unsent draft, and of whom', () => {
  const begun = (id: number, name: string) => (desk: Desk) => {
    desk.attending.me.value = 1
    const by = { id, name }
    const data = { conversation_id: ADA, by, kind: 'reply', active: true } as const
    desk.drafting.apply({ type: 'drafting', id: undefined, data })
  }
  const { unmount } = drawRow({}, begun(1, 'Ann'))
  screen.getByText('Draft')
  unmount()
  drawRow({}, begun(2, 'Ben'))
  screen.getByText('Draft by Ben')
  expect(screen.queryByText('Draft')).toBeNull()
})

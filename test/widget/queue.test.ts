import { afterEach, expect, test, vi } from 'vitest'
import type { ParleyCall } from '../../widget/parley.d.ts'
import { fakeChat } from './fake-chat.ts'
import { ASSISTANT } from './scripted-api.ts'

const fake = fakeChat()

afterEach(() => {
  document.querySelector('parley-chat')?.destroy()
  vi.unstubAllGlobals()
})

test('calls made before the script has loaded run in order once there is a chat', async () => {
  const done: string[] = []
  const early: ParleyCall[] = [
    ['on', 'open', () => done.push('opened')],
    ['ready', () => done.push('ready')],
    ['open'],
    ['setVariables', { plan: 'pro' }],
  ]
  window.parley = Object.assign(() => {}, { q: early })
  const { define, place } = await import('../../widget/element.ts')
  define(fake.home)
  const element = place({ assistant: ASSISTANT })
  await vi.waitFor(() => expect(fake.show).toHaveBeenCalledWith(true))
  element.dispatchEvent(new CustomEvent('open'))
  expect(done).toEqual(['ready', 'opened'])
  await vi.waitFor(() => expect(fake.setVariables).toHaveBeenCalledWith({ plan: 'pro' }))
})

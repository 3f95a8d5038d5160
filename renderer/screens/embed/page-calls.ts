import { QUEUE } from './identity-snippets.ts'

/** Examples of the chat's page API, by purpose. */
export const PAGE_CALLS = {
  queue: QUEUE,
  open: `parley('open')
parley('close')
parley('toggle')`,
  hide: `parley('hide')
parley('show')`,
  send: "parley('send', 'I have a question about my order')",
  variables: "parley('setVariables', { plan: 'pro', order: 'A-1042' })",
  events: `parley('on', 'unread', ({ detail }) => console.log(detail.count))
parley('on', 'message', ({ detail }) => console.log(detail.author, detail.content))
parley('on', 'open', () => console.log('open'))`,
  element: `const chat = document.querySelector('parley-chat')
await chat.ready()
await chat.send('Hello')`,
  end: `parley('reset')
parley('destroy')`,
} as const

export type PageCall = keyof typeof PAGE_CALLS

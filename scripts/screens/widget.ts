import type { Page } from 'playwright'

/** A state of the chat to capture. */
export interface WidgetState {
  readonly name: string
  /** Display settings of the assistant. */
  readonly settings?: object
  /** The assistant's initial message. */
  readonly greeting?: string
  /** True for a phone with right-to-left text. */
  readonly isPhone?: boolean
  /** Steps after the chat has opened. */
  readonly prepare?: (page: Page, desk: Desk) => Promise<unknown>
}

/** An operator's actions in the newest conversation. */
export interface Desk {
  takeOver(): Promise<unknown>
  say(text: string): Promise<unknown>
}

const GREETING = `Hello! **Two of our bikes** fit:

| Bike | Weight |
|---|---|
| Loop 7 | 15.8 kg |
| Loop 3 | 13.2 kg |

See [prices](https://example.com/prices).`

const say = async (page: Page, text: string): Promise<void> => {
  await page.locator('parley-chat textarea').first().fill(text)
  await page.keyboard.press('Enter')
  await page.locator('parley-chat [data-author=assistant][data-status=complete]').nth(1).waitFor()
}

const choose = async (page: Page, place: number): Promise<void> => {
  await page.locator('parley-chat .head button').first().click()
  await page.locator(`parley-chat [role=menuitem]:nth-child(${place})`).click()
}

const STARTERS = ['How do I put it on my website?', 'Can a person take over?']

/** Every visually distinct state of the chat. */
export const WIDGET_STATES: readonly WidgetState[] = [
  { name: 'starters', settings: { starters: STARTERS } },
  {
    name: 'answer',
    greeting: GREETING,
    prepare: (page) => say(page, 'What is the licence of Parley?'),
  },
  {
    name: 'person',
    settings: { color: '#6d28d9' },
    prepare: async (page, desk) => {
      await say(page, 'I would like to talk to somebody.')
      await desk.takeOver()
      await desk.say('Hello, this is Lena. Of course: what can I do for you?')
      await page.locator('parley-chat [data-author=operator]').waitFor()
    },
  },
  {
    name: 'form',
    settings: {
      form: [
        { name: 'name', label: 'Your name', type: 'text', required: true },
        { name: 'email', label: 'E-mail', type: 'email', required: true },
        { name: 'topic', label: 'About', type: 'choice', options: ['Buying', 'Repairs'] },
      ],
    },
  },
  {
    name: 'away',
    settings: { hours: Array(7).fill([]), away: 'We are in our workshop. Leave a message!' },
    prepare: (page) => say(page, 'Do you repair gears?'),
  },
  {
    name: 'rating',
    prepare: async (page) => {
      await say(page, 'Thank you!')
      await choose(page, 5)
      await page.locator('parley-chat .rating label').nth(3).click()
    },
  },
  {
    name: 'menu',
    settings: { privacy_url: 'https://example.com/privacy' },
    prepare: async (page) => {
      await say(page, 'Hello')
      await page.locator('parley-chat .head button').first().click()
    },
  },
  {
    name: 'history',
    prepare: async (page) => {
      await say(page, 'What is Parley?')
      await choose(page, 1)
      await say(page, 'Can it take calls?')
      await choose(page, 2)
    },
  },
  {
    name: 'phone',
    isPhone: true,
    settings: { starters: ['ما هي الأسعار؟', 'متى تفتحون؟'] },
    greeting: 'مرحبًا! كيف يمكنني مساعدتك؟',
  },
]

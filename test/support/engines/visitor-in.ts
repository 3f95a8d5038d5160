import { until } from '../lab-guest.ts'
import type { Driver } from './driver.ts'

/** Maximum wait for anything that a visitor waits for, ms. */
const PATIENCE = 30_000

/** An expression for all visible elements in the widget's shadow tree that match a selector. */
const seen = (selector: string) =>
  `[...document.querySelectorAll('parley-chat')].flatMap((chat) => [...chat.shadowRoot?.querySelectorAll(${JSON.stringify(selector)}) ?? []]).filter((part) => part.checkVisibility())`

const LAUNCHER = 'x-b > button'

/** The chat on the page of a driven browser, used with mouse and keyboard. */
export function visitorIn(browser: Driver) {
  const log = () =>
    browser.evaluate<string>(`${seen('[role=log]')}.map((part) => part.innerText).join('\\n')`)

  const launchers = () => browser.evaluate<number>(`${seen(LAUNCHER)}.length`)

  const isThere = () => until(async () => (await launchers()) > 0, PATIENCE)

  /** Clicks the middle of an element, once it is there. */
  async function click(selector: string): Promise<void> {
    let place: readonly [number, number] | undefined
    await until(async () => {
      ;[place] = await browser.evaluate<[number, number][]>(
        `${seen(selector)}.map((part) => part.getBoundingClientRect()).map(({ x, y, width, height }) => [x + width / 2, y + height / 2])`,
      )
      return place !== undefined
    }, PATIENCE)
    await browser.click(...place!)
  }

  /** Waits until an element of the widget has focus. */
  const hasFocus = (tag: string) =>
    until(
      async () =>
        (await browser.evaluate(
          `document.activeElement?.shadowRoot?.activeElement?.tagName.toLowerCase()`,
        )) === tag,
      PATIENCE,
    )

  /** Waits until the conversation contains a text. */
  const says = (words: string | RegExp) =>
    until(async () => {
      const text = await log()
      return typeof words === 'string' ? text.includes(words) : words.test(text)
    }, PATIENCE)

  async function opens(): Promise<void> {
    await click(LAUNCHER)
    await hasFocus('textarea')
  }

  async function asks(question = 'What does Parley cost?', answer = /free/i): Promise<void> {
    await hasFocus('textarea')
    await browser.type(`${question}\n`)
    await says(question)
    await says(answer)
  }

  return {
    click,
    hasFocus,
    says,
    log,
    launchers,
    isThere,
    opens,
    asks,
    closes: () => click(LAUNCHER),
  }
}

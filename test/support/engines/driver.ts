/** A browser driven without Playwright, with one page in it. */
export interface Driver {
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** Value of an expression in the page, as JSON. */
  evaluate<value>(expression: string): Promise<value>
  /** Clicks at a position in the viewport, px. */
  click(x: number, y: number): Promise<void>
  /** Types with the keyboard; `\n` is Enter. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

/** An engine besides Chromium; `launch` is undefined when it is not installed. */
export interface OtherEngine {
  readonly name: 'Firefox' | 'WebKit'
  launch?(): Promise<Driver>
}

/** Key code of Enter in the WebDriver standard. */
const ENTER = '\uE007'

/** Pointer actions of a click, in the format shared by WebDriver and WebDriver BiDi. */
export const clickAt = (x: number, y: number) => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]

/** Key actions of a text. */
export const keysOf = (text: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: [...text]
      .map((letter) => (letter === '\n' ? ENTER : letter))
      .flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
  },
]

/** Wraps an expression so that its value is returned as a string in every protocol. */
export const asJson = (expression: string): string => `JSON.stringify((${expression}) ?? null)`

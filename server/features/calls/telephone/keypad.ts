import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import type { Context } from '../../../context.ts'

type Collecting = Extract<BuiltInTool, { type: 'collect_keypad' }>

/** Digits that one entry has at most: whoever presses more has given it up. */
const MAX_DIGITS = 64

/** The entry of a caller as their words, to the assistant and in the transcript. */
export const keypadWords = (digits: string): string => `Keypad: ${digits}`

/** A hint for models: nothing else tells them of the keypad. */
export const keypadHint = ({ stop_key: key }: Collecting): string =>
  `The caller may type a number on the keypad of the telephone and close it with ${key}: ask for that where digits are needed. You read it as "${keypadWords('123')}".`

/** The tool of an assistant that takes what its callers type; undefined where it has none. */
export const collectingOf = (builtIn: readonly BuiltInTool[]): Collecting | undefined =>
  builtIn.find((tool): tool is Collecting => tool.type === 'collect_keypad')

/**
 * Collects the digits that a caller types, until the stop key or a pause as long as the time-out.
 * @param onEntry called with each entry that is not empty
 */
export function createKeypad(
  { sleep }: Pick<Context, 'sleep'>,
  { timeout, stop_key: stopKey }: Collecting,
  onEntry: (digits: string) => void,
) {
  let digits = ''
  let waiting = new AbortController()

  function finish(): void {
    waiting.abort()
    const entry = digits
    digits = ''
    if (entry !== '') onEntry(entry)
  }

  return {
    press(digit: string): void {
      if (digit === stopKey) {
        finish()
        return
      }
      digits = `${digits}${digit}`.slice(0, MAX_DIGITS)
      waiting.abort()
      waiting = new AbortController()
      sleep(timeout * 1000, waiting.signal).then(finish, () => undefined)
    },
    /** The call is over. */
    stop: (): void => waiting.abort(),
  }
}

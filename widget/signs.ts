import type { Author, Message } from '#contracts/messages.ts'
import type { LiveEvent } from './conversation.ts'
import type { State } from './state.ts'

/** Shorter interruptions are not shown, ms. */
const CUT_SHOWN_AFTER = 900
/** Duration of the typing indicator unless renewed, ms. */
const TYPING_LASTS = 8000

/** Ephemeral state: the other side is typing, or the view is out of date. */
export function createSigns(
  state: State,
  onChange: () => void,
  onMessage: (message: Message) => void,
) {
  let isUp = true
  let cutTimer: ReturnType<typeof setTimeout> | undefined
  let typingTimer: ReturnType<typeof setTimeout> | undefined

  function setTyping(author: Author | undefined): void {
    clearTimeout(typingTimer)
    if (author) typingTimer = setTimeout(() => setTyping(undefined), TYPING_LASTS)
    state.typing = author
    onChange()
  }

  function setUp(up: boolean): void {
    if (up === isUp) return
    isUp = up
    clearTimeout(cutTimer)
    if (up) setCut(false)
    else cutTimer = setTimeout(() => setCut(true), CUT_SHOWN_AFTER)
  }

  function setCut(isCut: boolean): void {
    state.isCut = isCut
    onChange()
  }

  /** Updates the ephemeral state from an event. */
  function notice({ type, data }: LiveEvent): void {
    if (type === 'typing' && data.author !== 'visitor') {
      setTyping(data.active ? data.author : undefined)
    }
    if (type !== 'message.created' && type !== 'message.updated') return
    if (data.message.author === 'visitor') return
    setTyping(undefined)
    if (data.message.status !== 'streaming') onMessage(data.message)
  }

  return {
    notice,
    setTyping,
    setUp,
    get isUp() {
      return isUp
    },
  }
}

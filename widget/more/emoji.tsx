import type { View } from '../view.ts'
import { wordsOf } from './words.ts'

/** Emoji that people put into messages to a shop or a service. */
const EMOJI =
  '😀 😃 😄 😁 😅 😂 🙂 😉 😊 😍 😘 😋 😎 🤩 🥳 🤔 😐 😏 😬 😴 😕 😟 🙁 😮 😢 😭 😤 😡 🤯 😱 🥺 🤗 👍 👎 👌 ✌️ 🤞 👏 🙌 🙏 💪 👋 🤝 ❤️ 💔 💯 ✨ 🔥 🎉 🎁 ⭐ ✅ ❌ ❓ ❗ ⏰ 📦 🚚 💳 🛒 📷 📎 ☕ 🍀'.split(
    ' ',
  )

interface EmojiProps extends View {
  choose(emoji: string): void
}

/** Emoji to choose from: arrow keys move, Escape leaves. */
export function Emoji({ texts, choose }: EmojiProps) {
  return (
    <fieldset class="emoji" aria-label={wordsOf(texts).emoji} onKeyDown={move} ref={begin}>
      {EMOJI.map((emoji, index) => (
        <button key={emoji} type="button" tabIndex={index ? -1 : 0} onClick={() => choose(emoji)}>
          {emoji}
        </button>
      ))}
    </fieldset>
  )
}

let focused: Element | null = null

/** The first has the focus when they appear. */
function begin(group: HTMLElement | null): void {
  if (group !== focused) group?.querySelector('button')?.focus()
  focused = group
}

function move(event: KeyboardEvent): void {
  const group = event.currentTarget as HTMLElement
  const buttons = [...group.querySelectorAll('button')]
  const { activeElement } = group.getRootNode() as ShadowRoot
  const at = buttons.indexOf(activeElement as HTMLButtonElement)
  const columns = getComputedStyle(group).gridTemplateColumns.split(' ').length
  const step = getComputedStyle(group).direction === 'rtl' ? -1 : 1
  const next = {
    ArrowRight: at + step,
    ArrowLeft: at - step,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
  }[event.key]
  if (next === undefined) return
  event.preventDefault()
  buttons[next]?.focus()
}

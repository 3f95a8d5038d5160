/** True on keyboards with a Command key. */
const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

const WORDS: Record<string, string> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Alt: isMac ? '⌥' : 'Alt',
  Shift: isMac ? '⇧' : 'Shift',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Delete: 'Del',
  ' ': 'Space',
}

const wordOf = (key: string) => WORDS[key] ?? (key.length === 1 ? key.toUpperCase() : key)

/** The key strokes of `Mod+K`, or of the sequence `g i`. */
function strokesOf(keys: string): string[][] {
  return keys.split(' ').map((stroke) =>
    stroke === '+'
      ? ['+']
      : stroke
          .split('+')
          .filter(Boolean)
          .map((key) => (key === '$mod' ? 'Mod' : key)),
  )
}

/** Keys as text: `Ctrl+K`, or `⌘K` on a Mac. */
export function keyWords(keys: string): string {
  return strokesOf(keys)
    .map((stroke) => stroke.map(wordOf).join(isMac ? '' : '+'))
    .join(' ')
}

/** A shortcut: `Mod+K`, `?`, or a sequence such as `g i`. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return (
    <span class="keys-hint">
      {strokesOf(keys).map((stroke, index) => (
        <span class="keys-stroke" key={index}>
          {stroke.map((key) => (
            <kbd key={key}>{wordOf(key)}</kbd>
          ))}
        </span>
      ))}
    </span>
  )
}

import { useState } from 'preact/hooks'

/** One thing that may be put in. */
export interface Suggestion {
  readonly id: string
  readonly label: string
  readonly hint: string
}

interface SuggestionsOptions<item extends Suggestion> {
  /** Trigger such as `/` or `@`, at the beginning of a word. */
  readonly mark: string
  /** True if the trigger counts only at the beginning of the text or of a line. */
  readonly isAtLineStart?: boolean
  readonly find: (typed: string) => readonly item[]
  /** Puts one in, in place of the text between two positions. */
  readonly onTake: (item: item, start: number, end: number) => void
}

/** Suggestions while somebody types in a field: arrows choose, Enter and Tab take, Escape sends them away. */
export function useSuggestions<item extends Suggestion>(options: SuggestionsOptions<item>) {
  const { mark, isAtLineStart = false, find, onTake } = options
  const [range, setRange] = useState<{ start: number; end: number; typed: string }>()
  const [active, setActive] = useState(0)
  const items = range ? find(range.typed) : []
  const current = Math.min(active, items.length - 1)

  /** Looks at what stands before the cursor. */
  function look(field: HTMLTextAreaElement): void {
    const end = field.selectionEnd
    const before = field.value.slice(0, end)
    const found = new RegExp(
      `(?:^|${isAtLineStart ? '\\n' : '\\s'})(${mark}([^\\s${mark}]*))$`,
    ).exec(before)
    setActive(0)
    setRange(found ? { start: end - found[1]!.length, end, typed: found[2]! } : undefined)
  }

  function close(): void {
    setRange(undefined)
  }

  function take(item: item): void {
    if (range) onTake(item, range.start, range.end)
    close()
  }

  /** True when the key was for the suggestions. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (!range || event.isComposing) return false
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
      return true
    }
    if (items.length === 0) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((current + step + items.length) % items.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(items[current]!)
    else return false
    event.preventDefault()
    return true
  }

  return {
    isOpen: range !== undefined,
    typed: range?.typed ?? '',
    items,
    active: current,
    look,
    close,
    take,
    onKeyDown,
    /** Brings them up where nothing is typed yet. */
    open: (at: number): void => setRange({ start: at, end: at, typed: '' }),
  }
}

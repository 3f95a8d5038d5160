import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

/** An item that can be inserted. */
export interface Suggestion {
  readonly id: string
  readonly label: string
  readonly hint: string
  /** Shown before the label. */
  readonly mark?: ComponentChildren
}

interface SuggestionsOptions<item extends Suggestion> {
  /** Trigger such as `/` or `@`, at the start of a word. */
  readonly mark: string
  /** True if the trigger works only at the start of the text or a line. */
  readonly isAtLineStart?: boolean
  readonly find: (typed: string) => readonly item[]
  /** Inserts an item in place of the text between two positions. */
  readonly onTake: (item: item, start: number, end: number) => void
}

/** Suggestions while typing in a field: arrow keys move, Enter and Tab insert, Escape closes. */
export function useSuggestions<item extends Suggestion>(options: SuggestionsOptions<item>) {
  const { mark, isAtLineStart = false, find, onTake } = options
  const [range, setRange] = useState<{ start: number; end: number; typed: string }>()
  const [active, setActive] = useState(0)
  const items = range ? find(range.typed) : []
  const current = Math.min(active, items.length - 1)

  /** Checks the text before the cursor. */
  function update(field: HTMLTextAreaElement): void {
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

  /** Returns true if the key was handled. */
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
    update,
    close,
    take,
    onKeyDown,
    /** Opens them at a position without typed text. */
    open: (at: number): void => setRange({ start: at, end: at, typed: '' }),
  }
}

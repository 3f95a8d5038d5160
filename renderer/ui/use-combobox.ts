import { useId, useRef, useState } from 'preact/hooks'
import { useDismiss } from './use-dismiss.ts'
import { useFloating } from './use-floating.ts'
import { type Option, type Search, useOptions } from './use-options.ts'

interface Combobox {
  readonly given: readonly Option[]
  readonly search?: Search | undefined
  readonly canCreate: boolean
  /** Option that is active when the list opens. */
  readonly chosen?: string | undefined
  readonly onTake: (option: Option) => void
  readonly onCreate: (text: string) => void
}

/** Shared behaviour of comboboxes: a text field and a list navigated by arrow keys. */
export function useCombobox({ given, search, canCreate, chosen, onTake, onCreate }: Combobox) {
  const listId = useId()
  const wrapper = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [marked, mark] = useState(-1)
  const found = useOptions(given, text, isOpen, search)
  const { options } = found
  const floating = useFloating<HTMLDivElement>({ isOpen, anchor: wrapper, isAsWide: true })
  const wanted = text.trim()
  const isNew = canCreate && wanted !== '' && !options.some(({ label }) => label === wanted)
  const count = options.length + (isNew ? 1 : 0)
  const active = Math.min(marked, count - 1)

  function close(): void {
    setOpen(false)
    setText('')
    mark(-1)
  }
  useDismiss(wrapper, isOpen, close)

  function open(): void {
    if (isOpen) return
    setOpen(true)
    mark(options.findIndex(({ value }) => value === chosen))
  }

  function take(index: number): void {
    const option = options[index]
    if (option && !option.disabled) onTake(option)
    else if (!option && isNew) onCreate(wanted)
    else return
    setText('')
  }

  /** Moves to the next enabled option, wrapping around. */
  function step(by: number): void {
    let next = active
    for (let tried = 0; tried < count; tried++) {
      next = (next + by + count) % count
      if (next < 0) next = by > 0 ? 0 : count - 1
      if (!options[next]?.disabled) break
    }
    mark(next)
  }

  const keys: Record<string, () => boolean> = {
    ArrowDown: () => {
      if (isOpen) step(1)
      else open()
      return true
    },
    ArrowUp: () => {
      if (isOpen) step(-1)
      else open()
      return true
    },
    Enter: () => {
      if (!isOpen || active < 0) return isOpen && text !== ''
      take(active)
      return true
    },
  }

  return {
    ...found,
    wrapper,
    input,
    floating,
    listId,
    isOpen,
    text,
    active,
    create: isNew ? wanted : undefined,
    open,
    close,
    take,
    edit(value: string): void {
      setText(value)
      setOpen(true)
      mark(value === '' ? -1 : 0)
    },
    onKeyDown(event: KeyboardEvent): void {
      if (event.isComposing || event.ctrlKey || event.metaKey) return
      if (keys[event.key]?.()) event.preventDefault()
    },
    aria: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen && active >= 0 ? `${listId}-${active}` : undefined,
    },
  } as const
}

import './overlay-panels.css'
import type { ComponentChild } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type MenuEntry, MenuRow } from './menu-row.tsx'
import type { Trigger } from './popover.tsx'
import { useDismiss } from './use-dismiss.ts'
import { useFloating } from './use-floating.ts'
import { rove } from './use-roving.ts'

interface MenuProps {
  readonly label: string
  /** Falsy entries are ignored, for conditional entries. */
  readonly items: readonly (MenuEntry | false | null | undefined)[]
  readonly align?: 'start' | 'end'
  readonly trigger: (
    props: Trigger & { readonly onKeyDown: (event: KeyboardEvent) => void },
  ) => ComponentChild
}

const ITEM = '[role^="menuitem"]'

/** Menu button. Arrow keys, Home, End and typed letters move; Escape closes. */
export function Menu({ label, items, align = 'start', trigger }: MenuProps) {
  const id = useId()
  const wrapper = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const list = useFloating<HTMLDivElement>({ isOpen, anchor: wrapper, align })
  const isFromEnd = useRef(false)
  const typed = useTypeahead()

  const close = () => {
    setOpen(false)
    wrapper.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }
  useDismiss(wrapper, isOpen, (why) => (why === 'escape' ? close() : setOpen(false)))
  useLayoutEffect(() => {
    if (!isOpen) return
    const all = [...(list.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])]
    ;(isFromEnd.current ? all.at(-1) : all[0])?.focus()
    isFromEnd.current = false
  }, [isOpen])

  function open(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    isFromEnd.current = event.key === 'ArrowUp'
    setOpen(true)
  }

  function move(event: KeyboardEvent): void {
    if (event.key === 'Tab') setOpen(false)
    if (rove(event, list, ITEM, 'block')) return
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== ' ') {
      event.preventDefault()
      typed(event.key, [...(list.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])])
    }
  }

  return (
    <span class="floating-anchor" ref={wrapper}>
      {trigger({
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => setOpen(!isOpen),
        onKeyDown: open,
      })}
      {isOpen && (
        <div
          id={id}
          class="menu"
          role="menu"
          aria-label={label}
          tabIndex={-1}
          popover="manual"
          ref={list}
          onKeyDown={move}
        >
          {items.map(
            (entry, index) => entry && <MenuRow key={index} entry={entry} onDone={close} />,
          )}
        </div>
      )}
    </span>
  )
}

/** Maximum pause between letters of one search text, ms. */
const PAUSE = 700

function useTypeahead() {
  const word = useRef({ text: '', at: 0 })
  return (letter: string, items: readonly HTMLElement[]): void => {
    const now = performance.now()
    const isNew = now - word.current.at > PAUSE
    word.current = { text: (isNew ? '' : word.current.text) + letter.toLowerCase(), at: now }
    const { text } = word.current
    const from = items.indexOf(document.activeElement as HTMLElement) + (text.length === 1 ? 1 : 0)
    const ordered = [...items.slice(from), ...items.slice(0, from)]
    ordered.find((item) => item.textContent?.trim().toLowerCase().startsWith(text))?.focus()
  }
}

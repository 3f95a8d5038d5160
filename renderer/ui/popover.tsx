import './overlay-panels.css'
import type { ComponentChild, ComponentChildren } from 'preact'
import { useCallback, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Placing } from './place.ts'
import { useDismiss } from './use-dismiss.ts'
import { useFloating } from './use-floating.ts'

/** ARIA props of the button that opens a popover. */
export interface Trigger {
  readonly 'aria-haspopup': 'dialog' | 'menu'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string | undefined
  readonly onClick: () => void
}

interface PopoverProps extends Placing {
  readonly label: string
  readonly trigger: (props: Trigger) => ComponentChild
  /** Padding around the content; off for lists that fill it. */
  readonly isPadded?: boolean
  readonly children: (close: () => void) => ComponentChildren
}

const FOCUSABLE = 'input, select, textarea, button, a[href], [tabindex="0"]'

/** A small panel next to its button: filters, pickers, a few settings. */
export function Popover({ label, trigger, isPadded = true, children, ...placing }: PopoverProps) {
  const id = useId()
  const wrapper = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const panel = useFloating<HTMLDivElement>({ isOpen, anchor: wrapper, ...placing })

  const close = useCallback(() => {
    setOpen(false)
    wrapper.current?.querySelector('button')?.focus()
  }, [])
  useDismiss(wrapper, isOpen, (why) => (why === 'escape' ? close() : setOpen(false)))
  useLayoutEffect(() => {
    if (isOpen) (panel.current?.querySelector<HTMLElement>(FOCUSABLE) ?? panel.current)?.focus()
  }, [isOpen])

  return (
    <span class="floating-anchor" ref={wrapper}>
      {trigger({
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <div
          id={id}
          class={`popover ${isPadded ? 'is-padded' : ''}`}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          popover="manual"
          ref={panel}
        >
          {children(close)}
        </div>
      )}
    </span>
  )
}

import { type ComponentChild, cloneElement, isValidElement } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { KeyHint } from './key-hint.tsx'
import type { Placing } from './place.ts'
import { useFloating } from './use-floating.ts'

interface TooltipProps extends Pick<Placing, 'side'> {
  readonly text: string
  readonly shortcut?: string | undefined
  /** The text is already the element's accessible name and is not announced twice. */
  readonly isName?: boolean
  /** One focusable element. */
  readonly children: ComponentChild
}

/** Hover delay, ms. */
const HOVER_MS = 450

/** A tooltip on hover and keyboard focus, but not on touch. */
export function Tooltip({ text, shortcut, side, isName = false, children }: TooltipProps) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useState(false)
  const floating = useFloating<HTMLSpanElement>({
    isOpen,
    anchor,
    align: 'center',
    side: side ?? 'below',
  })

  const hide = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return undefined
    const onEscape = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    addEventListener('keydown', onEscape, true)
    return () => removeEventListener('keydown', onEscape, true)
  }, [isOpen])

  const described = isOpen && !isName ? { 'aria-describedby': id } : {}
  return (
    <span
      class="tooltip-anchor"
      ref={anchor}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') timer.current = setTimeout(setOpen, HOVER_MS, true)
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocusIn={({ target }) => {
        if (target instanceof Element && target.matches(':focus-visible')) setOpen(true)
      }}
      onFocusOut={hide}
    >
      {isValidElement(children) ? cloneElement(children, described) : children}
      {isOpen && (
        <span
          class="tooltip"
          id={id}
          ref={floating}
          popover="manual"
          {...(isName ? { 'aria-hidden': true } : { role: 'tooltip' })}
        >
          {text}
          {shortcut && <KeyHint keys={shortcut} />}
        </span>
      )}
    </span>
  )
}

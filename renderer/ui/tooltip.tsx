import { type ComponentChild, cloneElement, isValidElement, type RefObject } from 'preact'
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
export function Tooltip({ children, ...props }: TooltipProps) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useState(false)
  const hide = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  const described = isOpen && !props.isName ? { 'aria-describedby': id } : {}
  return (
    <span
      class="tooltip-anchor"
      ref={anchor}
      onPointerEnter={({ pointerType }) => {
        // There are hundreds: none has an effect to stop its timer, which changes nothing once it is gone.
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
      {isOpen && <Bubble {...props} id={id} anchor={anchor} onHide={hide} />}
    </span>
  )
}

interface BubbleProps extends Omit<TooltipProps, 'children'> {
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly onHide: () => void
}

function Bubble({ id, anchor, text, shortcut, side = 'below', isName, onHide }: BubbleProps) {
  const floating = useFloating<HTMLSpanElement>({ isOpen: true, anchor, align: 'center', side })
  useEffect(() => {
    const onEscape = ({ key }: KeyboardEvent) => key === 'Escape' && onHide()
    addEventListener('keydown', onEscape, true)
    return () => removeEventListener('keydown', onEscape, true)
  }, [])
  return (
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
  )
}

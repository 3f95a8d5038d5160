import type { ComponentChildren } from 'preact'

interface ScrollShadowProps {
  readonly class?: string
  readonly label?: string
  readonly children: ComponentChildren
}

/** A scroll container with a shadow at each edge that hides content. */
export function ScrollShadow({ class: name = '', label, children }: ScrollShadowProps) {
  return (
    <section class={`scroll-shadow ${name}`} aria-label={label} tabIndex={label ? 0 : undefined}>
      {children}
    </section>
  )
}

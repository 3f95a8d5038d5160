import type { ComponentChildren } from 'preact'

interface ScrollShadowProps {
  readonly class?: string
  readonly label?: string
  readonly children: ComponentChildren
}

/** Something that scrolls, with a shadow at the edge behind which there is more. */
export function ScrollShadow({ class: name = '', label, children }: ScrollShadowProps) {
  return (
    <section class={`scroll-shadow ${name}`} aria-label={label} tabIndex={label ? 0 : undefined}>
      {children}
    </section>
  )
}

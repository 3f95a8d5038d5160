import type { ComponentChildren } from 'preact'

interface StackProps {
  /** Gap, as a spacing token. */
  readonly gap?: 1 | 2 | 3 | 4 | 5 | 6 | 8
  readonly class?: string
  readonly children: ComponentChildren
}

/** Vertical stack. */
export function Stack({ gap = 4, class: name = '', children }: StackProps) {
  return <div class={`stack is-${gap} ${name}`}>{children}</div>
}

interface RowProps extends StackProps {
  readonly isSpread?: boolean
}

/** Horizontal row that wraps. */
export function Row({ gap = 2, class: name = '', isSpread = false, children }: RowProps) {
  return <div class={`row-of is-${gap} ${isSpread ? 'is-spread' : ''} ${name}`}>{children}</div>
}

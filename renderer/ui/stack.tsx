import type { ComponentChildren } from 'preact'

interface StackProps {
  /** A step of the space between, as in the tokens. */
  readonly gap?: 1 | 2 | 3 | 4 | 5 | 6 | 8
  readonly class?: string
  readonly children: ComponentChildren
}

/** Things one under another. */
export function Stack({ gap = 4, class: name = '', children }: StackProps) {
  return <div class={`stack is-${gap} ${name}`}>{children}</div>
}

interface RowProps extends StackProps {
  readonly isSpread?: boolean
}

/** Things beside one another, on as many lines as they need. */
export function Row({ gap = 2, class: name = '', isSpread = false, children }: RowProps) {
  return <div class={`row-of is-${gap} ${isSpread ? 'is-spread' : ''} ${name}`}>{children}</div>
}

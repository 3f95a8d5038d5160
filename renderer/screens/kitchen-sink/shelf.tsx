import type { ComponentChildren } from 'preact'
import { Row, Stack } from '../../ui/stack.tsx'

interface ShelfProps {
  readonly title: string
  readonly isColumn?: boolean
  readonly children: ComponentChildren
}

/** Variants of a component side by side, with a title. */
export function Shelf({ title, isColumn = false, children }: ShelfProps) {
  return (
    <div class="shelf">
      <h3>{title}</h3>
      {isColumn ? <Stack>{children}</Stack> : <Row gap={3}>{children}</Row>}
    </div>
  )
}

import type { ComponentChildren } from 'preact'
import { Row, Stack } from '../../ui/stack.tsx'

interface ShelfProps {
  readonly title: string
  readonly isColumn?: boolean
  readonly children: ComponentChildren
}

/** Variants of one component beside one another, with the name of what they show. */
export function Shelf({ title, isColumn = false, children }: ShelfProps) {
  return (
    <div class="shelf">
      <h3>{title}</h3>
      {isColumn ? <Stack>{children}</Stack> : <Row gap={3}>{children}</Row>}
    </div>
  )
}

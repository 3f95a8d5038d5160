import type { IconNode } from 'lucide'
import { type ComponentType, createElement } from 'preact'

interface IconProps {
  /** Edge length in pixels. */
  readonly size?: number
}

/** Any icon of the set. It says nothing to a screen reader: the words beside it, or the label of its button, do. */
export type Icon = ComponentType<IconProps>

/** An icon of the kept set: lines of 1.5 px at every size, in the colour of the text around it. */
export function icon(node: IconNode): Icon {
  return draw(node, 'icon')
}

/** One that points along the line: it turns with the direction of writing. */
export function turning(node: IconNode): Icon {
  return draw(node, 'icon turns')
}

const GRID = 24
const LINE = 1.5

function draw(node: IconNode, kind: string): Icon {
  return function Drawing({ size = 20 }: IconProps) {
    return (
      <svg
        class={kind}
        width={size}
        height={size}
        viewBox={`0 0 ${GRID} ${GRID}`}
        fill="none"
        stroke="currentColor"
        stroke-width={(LINE * GRID) / Math.max(size, 16)}
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        {node.map(([tag, attributes]) => createElement(tag, attributes))}
      </svg>
    )
  }
}

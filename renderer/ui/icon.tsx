import type { IconNode } from 'lucide'
import { type ComponentType, createElement } from 'preact'

interface IconProps {
  /** Edge length in pixels. */
  readonly size?: number
}

/** An icon. It is hidden from screen readers: an adjacent text or the label of its button describes it. */
export type Icon = ComponentType<IconProps>

/** Creates an icon from the set: 1.5 px strokes at every size, in the surrounding text's colour. */
export function icon(node: IconNode): Icon {
  return draw(node, 'icon')
}

/** Creates a directional icon, mirrored in right-to-left text. */
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

/** Rectangle of an anchor, px. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Placing {
  /** Side of the anchor; the opposite one if there is no room. */
  readonly side?: 'below' | 'above' | 'before' | 'after'
  /** Edges to align with the anchor. */
  readonly align?: 'start' | 'center' | 'end'
}

interface Room {
  readonly anchor: Box
  readonly size: { readonly width: number; readonly height: number }
  readonly view: { readonly width: number; readonly height: number }
  readonly isRtl: boolean
}

const GAP = 6
const MARGIN = 8

/** Top left corner of an element floating next to its anchor, always inside the window, px. */
export function place({ anchor, size, view, isRtl }: Room, placing: Placing) {
  const { side = 'below', align = 'start' } = placing
  const isVertical = side === 'below' || side === 'above'
  const isAfter = side === 'below' || (side === 'after') !== isRtl
  const [x, y] = isVertical
    ? [
        along(anchor.left, anchor.right, size.width, isRtl ? mirrored(align) : align),
        beside(anchor.top, anchor.bottom, size.height, view.height, isAfter),
      ]
    : [
        beside(anchor.left, anchor.right, size.width, view.width, isAfter),
        along(anchor.top, anchor.bottom, size.height, align),
      ]
  return {
    left: Math.round(inside(x, size.width, view.width)),
    top: Math.round(inside(y, size.height, view.height)),
  }
}

function mirrored(align: Placing['align']): Placing['align'] {
  if (align === 'start') return 'end'
  return align === 'end' ? 'start' : align
}

function along(start: number, end: number, length: number, align: Placing['align']): number {
  if (align === 'center') return (start + end - length) / 2
  return align === 'end' ? end - length : start
}

function beside(start: number, end: number, length: number, view: number, isAfter: boolean) {
  const [before, after] = [start - GAP - length, end + GAP]
  const fitsBefore = before >= MARGIN
  const fitsAfter = after + length <= view - MARGIN
  if (isAfter) return fitsAfter || (!fitsBefore && view - end >= start) ? after : before
  return fitsBefore || (!fitsAfter && start > view - end) ? before : after
}

function inside(at: number, length: number, view: number): number {
  return Math.max(MARGIN, Math.min(at, view - MARGIN - length))
}

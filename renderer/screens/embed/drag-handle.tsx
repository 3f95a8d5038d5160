import type { HTMLAttributes } from 'preact'
import { embedOfferTexts as t } from '../../texts/embed-offers.ts'
import { DragIcon } from '../../ui/icons-work.tsx'

interface DragHandleProps
  extends Pick<
    HTMLAttributes<HTMLButtonElement>,
    'onKeyDown' | 'onPointerDown' | 'onPointerMove' | 'onLostPointerCapture'
  > {
  /** What it moves. */
  readonly name: string
}

/** What a row is moved by. */
export function DragHandle({ name, ...moves }: DragHandleProps) {
  return (
    <button
      type="button"
      class="drag-handle"
      aria-label={t.move(name)}
      aria-description={t.moveHint}
      title={t.moveHint}
      {...moves}
    >
      <DragIcon size={16} />
    </button>
  )
}

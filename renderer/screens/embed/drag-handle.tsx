import type { HTMLAttributes } from 'preact'
import { t } from '../../locales/translate.ts'
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
      aria-label={t('embedOffers.move', { name })}
      aria-description={t('embedOffers.moveHint')}
      title={t('embedOffers.moveHint')}
      {...moves}
    >
      <DragIcon size={16} />
    </button>
  )
}

import type { HTMLAttributes } from 'preact'
import { t } from '../locales/translate.ts'
import { DragIcon } from './icons-work.tsx'

interface DragHandleProps
  extends Pick<
    HTMLAttributes<HTMLButtonElement>,
    'onKeyDown' | 'onPointerDown' | 'onPointerMove' | 'onLostPointerCapture'
  > {
  /** Name of the row that it moves. */
  readonly name: string
}

/** Drag handle of a row. */
export function DragHandle({ name, ...moves }: DragHandleProps) {
  return (
    <button
      type="button"
      class="drag-handle"
      aria-label={t('common.move', { name })}
      aria-description={t('common.moveHint')}
      title={t('common.moveHint')}
      {...moves}
    >
      <DragIcon size={16} />
    </button>
  )
}

import '../compose/hold.css'
import { t } from '../../../locales/translate.ts'
import { RichText } from '../../../ui/rich-text.tsx'

interface PendingRowProps {
  readonly text: string
  /** Name of the operator who holds it. */
  readonly heldBy: string | undefined
}

/** The part of an answer that the visitor does not see yet. */
export function PendingRow({ text, heldBy }: PendingRowProps) {
  return (
    <div class="message is-first is-assistant is-pending">
      <div class="bubble" dir="auto">
        <RichText text={text} />
      </div>
      <p class="message-note">
        {heldBy === undefined ? t('hold.notSent') : t('hold.notSentHeld', { name: heldBy })}
      </p>
    </div>
  )
}

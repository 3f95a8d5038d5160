import '../thread/dial.css'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'

interface LeftoverProps {
  readonly text: string
  readonly onDiscard: () => void
  /** Copies text into the operator's own reply. */
  readonly onReply: (text: string) => void
}

/** An operator's edit of a text that is gone: typed text is never lost. */
export function Leftover({ text, onDiscard, onReply }: LeftoverProps) {
  return (
    <div class="approve-leftover">
      <p>
        <strong>{t('dial.kept')}</strong> <span dir="auto">{text}</span>
      </p>
      <Button
        size="small"
        onClick={() => {
          onReply(text)
          onDiscard()
        }}
      >
        {t('dial.toReply')}
      </Button>
      <Button size="small" kind="quiet" onClick={onDiscard}>
        {t('dial.dismiss')}
      </Button>
    </div>
  )
}

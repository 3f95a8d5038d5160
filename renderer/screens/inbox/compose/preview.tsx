import type { Attachment } from '#contracts/attachment-fields.ts'
import { t } from '../../../locales/translate.ts'
import { MessageText } from '../thread/message-text.tsx'

interface PreviewProps {
  readonly text: string
  readonly files: readonly Attachment[]
}

/** The reply as the visitor will see it. */
export function Preview({ text, files }: PreviewProps) {
  return (
    <section class="composer-preview message is-operator" aria-label={t('composer.preview')}>
      {text.trim() === '' ? (
        <p>{t('composer.previewEmpty')}</p>
      ) : (
        <div class="bubble" dir="auto">
          <MessageText author="operator" text={text} attachments={files} />
        </div>
      )}
    </section>
  )
}

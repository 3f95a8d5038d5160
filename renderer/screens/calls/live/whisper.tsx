import { useState } from 'preact/hooks'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'

interface WhisperProps {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
  readonly callId: number
}

/** Maximum length of a hint, code points. */
const MAX_HINT = 500

/** Sends the assistant a hint for its next answer on the call. */
export function Whisper({ desk, callId }: WhisperProps) {
  const { api, toasts } = desk
  const [hint, setHint] = useState('')
  const [isSending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)

  async function send(): Promise<void> {
    const content = hint.trim()
    if (content === '' || isSending) return
    setSending(true)
    try {
      await api.whisperToAssistant({ params: { id: callId }, body: { content } })
      setHint('')
      setSent(true)
    } catch (failure) {
      toasts.show(`${t('liveCall.whisperFailed')} ${explain(failure)}`, 'danger')
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      class="call-bar-whisper"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field label={t('liveCall.whisper')} isLabelHidden>
        {(wiring) => (
          <TextInput
            {...wiring}
            size="small"
            value={hint}
            onEdit={(text) => {
              setHint(text)
              setSent(false)
            }}
            maxLength={MAX_HINT}
            placeholder={t('liveCall.whisper')}
          />
        )}
      </Field>
      <Button size="small" type="submit" busy={isSending} title={t('liveCall.whisperHint')}>
        {t('liveCall.send')}
      </Button>
      <p class="call-bar-sent" role="status">
        {isSent && t('liveCall.whispered')}
      </p>
    </form>
  )
}

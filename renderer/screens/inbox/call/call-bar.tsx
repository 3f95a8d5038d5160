import './call.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ConversationDetail } from '#contracts/conversations.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { PhoneIcon } from '../../../ui/icons.tsx'
import { CallOffIcon } from '../../../ui/icons-work.tsx'
import { Duration } from '../../../ui/time.tsx'
import { Whisper } from './whisper.tsx'

interface CallBarProps {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
  readonly thread: Pick<ConversationDetail, 'id' | 'call'>
}

/** The call that goes on in a conversation, and what can be done about it. Its beginning and its end are read out. */
export function CallBar({ desk, thread }: CallBarProps) {
  const { call } = thread
  const wasOn = useRef(false)
  if (call) wasOn.current = true
  return (
    <>
      <p class="visually-hidden" role="status">
        {call ? t('liveCall.begun') : wasOn.current && t('liveCall.over')}
      </p>
      {call && <Bar key={call.id} desk={desk} conversation={thread.id} call={call} />}
    </>
  )
}

interface BarProps extends Pick<CallBarProps, 'desk'> {
  readonly conversation: string
  readonly call: NonNullable<ConversationDetail['call']>
}

function Bar({ desk, conversation, call }: BarProps) {
  const { api, toasts } = desk
  const [isEnding, setEnding] = useState(false)
  const seconds = useSecondsSince(call.since)

  async function hangUp(): Promise<void> {
    setEnding(true)
    try {
      await api.endCall({ params: { id: call.id } })
    } catch (failure) {
      setEnding(false)
      toasts.show(`${t('liveCall.hangUpFailed')} ${explain(failure)}`, 'danger')
    }
  }

  return (
    <section class="call-bar" aria-label={t('liveCall.label')}>
      <p class="call-bar-state">
        <PhoneIcon size={18} />
        <span>
          <strong>{t('liveCall.onCall')}</strong> · <Duration seconds={seconds} />
        </span>
        <span class="call-bar-hint">{t('liveCall.takingOver')}</span>
      </p>
      <Button kind="danger" size="small" icon={CallOffIcon} busy={isEnding} onClick={hangUp}>
        {t('liveCall.hangUp')}
      </Button>
      <Whisper desk={desk} conversation={conversation} />
    </section>
  )
}

/** Seconds since a moment of the server's clock, which may be a little ahead of this one. */
function useSecondsSince(moment: string): number {
  const secondsNow = () => Math.max(0, Math.floor((Date.now() - Date.parse(moment)) / 1000))
  const [seconds, setSeconds] = useState(secondsNow)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsNow()), 1000)
    return () => clearInterval(timer)
  }, [moment])
  return seconds
}

import './call.css'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { CallCompany, OngoingCall } from '#contracts/ongoing-calls.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { namesOf } from '../../../app/people/people.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { PhoneIcon } from '../../../ui/icons.tsx'
import { CallOffIcon } from '../../../ui/icons-work.tsx'
import { Duration } from '../../../ui/time.tsx'
import { leaveIfListening, listeningOf } from './held-calls.ts'
import { ListenControls } from './listen-controls.tsx'
import type { Listening } from './listening.ts'
import { Transfer } from './transfer.tsx'
import { Whisper } from './whisper.tsx'

interface CallBarProps {
  readonly desk: Pick<Desk, 'api' | 'toasts' | 'attending'>
  /** The call in progress; null if there is none. */
  readonly call: OngoingCall | null
  /** Operators on the call; null if nobody can join. */
  readonly company: CallCompany | null
  /** The call belongs to a conversation, whose answering mode applies. */
  readonly hasDial?: boolean
  /** True if the operator may transfer the call to another number. */
  readonly canTransfer?: boolean
}

/** A call in progress with its controls. Start and end are announced to screen readers. */
export function CallBar(props: CallBarProps) {
  const { call } = props
  const wasOn = useRef(false)
  if (call) wasOn.current = true
  return (
    <>
      <p class="visually-hidden" role="status">
        {call ? t('liveCall.begun') : wasOn.current && t('liveCall.over')}
      </p>
      {call && <Bar key={call.id} {...props} call={call} />}
    </>
  )
}

interface BarProps extends CallBarProps {
  readonly call: OngoingCall
}

function Bar({ desk, call, company, hasDial = false, canTransfer = false }: BarProps) {
  const { api, toasts, attending } = desk
  const [isEnding, setEnding] = useState(false)
  const seconds = useSecondsSince(call.since)
  const listening = useMemo(() => listeningOf(desk, call.id), [call.id])
  useEffect(() => () => leaveIfListening(desk, call.id), [call.id])
  const isOther = ({ id }: { readonly id: number }) => id !== attending.me.value
  const speaker = company?.speaker && isOther(company.speaker) ? company.speaker : undefined
  const isMine = listening.stage.value === 'speaking'

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
    <section class="call-bar" aria-label={t('liveCall.label')} data-stage={listening.stage.value}>
      <p class="call-bar-state">
        <PhoneIcon size={18} />
        <span>
          <strong>{t('liveCall.onCall')}</strong> · <Duration seconds={seconds} />
        </span>
      </p>
      {company && <ListenControls listening={listening} speaker={speaker} />}
      {company && canTransfer && <Transfer desk={desk} callId={call.id} />}
      <Button kind="danger" size="small" icon={CallOffIcon} busy={isEnding} onClick={hangUp}>
        {t('liveCall.hangUp')}
      </Button>
      <p class="call-bar-line call-bar-hint">
        {isMine
          ? t('liveCall.speaking')
          : speaker
            ? t('liveCall.speaker', { name: speaker.name })
            : t(hasDial ? 'liveCall.takingOver' : 'liveCall.taking')}
      </p>
      <Listeners
        people={company?.listeners.filter((one) => isOther(one) && one.id !== speaker?.id) ?? []}
      />
      <Trouble listening={listening} />
      {!isMine && !speaker && <Whisper desk={desk} callId={call.id} />}
    </section>
  )
}

/** Colleagues who are listening. */
function Listeners({ people }: { readonly people: readonly { readonly name: string }[] }) {
  return (
    <p class="call-bar-line" role="status">
      {people.length > 0 && t('liveCall.listeners', { names: namesOf(people) })}
    </p>
  )
}

function Trouble({ listening }: { readonly listening: Listening }) {
  const { value: problem } = listening.problem
  return (
    <p class="call-bar-line field-error" role="alert">
      {problem && ('said' in problem ? problem.said : t(`liveCall.problems.${problem.fault}`))}
    </p>
  )
}

/** Seconds since a server timestamp; the server's clock may be slightly ahead. */
function useSecondsSince(moment: string): number {
  const secondsNow = () => Math.max(0, Math.floor((Date.now() - Date.parse(moment)) / 1000))
  const [seconds, setSeconds] = useState(secondsNow)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsNow()), 1000)
    return () => clearInterval(timer)
  }, [moment])
  return seconds
}

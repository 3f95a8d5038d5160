import type { CallStep, CallTimeline } from '#contracts/calls.ts'
import { t } from '../../locales/translate.ts'
import { Card } from '../../ui/display.tsx'
import type { Icon } from '../../ui/icon.tsx'
import { BellIcon, ChatIcon, DoneIcon, PhoneIcon, PlusIcon } from '../../ui/icons.tsx'
import { CallOffIcon, CallOutIcon, ChecklistIcon, CrossIcon } from '../../ui/icons-work.tsx'
import { clockOf as duration, Time, toDate } from '../../ui/time.tsx'

const ICONS: Readonly<Record<CallStep['kind'], Icon>> = {
  created: PlusIcon,
  dialled: CallOutIcon,
  ringing: BellIcon,
  answered: PhoneIcon,
  busy: CrossIcon,
  'no-answer': CallOffIcon,
  failed: CrossIcon,
  ended: DoneIcon,
  completed: ChecklistIcon,
}

interface TimelineProps {
  readonly timeline: CallTimeline
  readonly isLive: boolean
}

/** Timeline of a call, from the request to the last post-call step. */
export function Timeline({ timeline, isLive }: TimelineProps) {
  const { utterances, ended_by } = timeline
  const { type } = timeline.call
  // Parley did not dial an inbound call.
  const steps = timeline.steps.filter(({ kind }) => kind !== 'dialled' || type === 'outbound')
  const begun = toDate(steps[0]?.at ?? timeline.call.created_at).getTime()
  const said = utterances.length > 0 && (
    <li class="step is-said" key="said">
      <span class="step-icon">
        <ChatIcon size={16} />
      </span>
      <span>{t('call.said', { count: utterances.length })}</span>
    </li>
  )
  const isOver = (kind: CallStep['kind']) => kind === 'ended' || kind === 'completed'
  const split = steps.findIndex(({ kind }) => isOver(kind))
  const before = split < 0 ? steps : steps.slice(0, split)
  const after = split < 0 ? [] : steps.slice(split)
  const draw = ({ kind, at }: CallStep) => (
    <Step
      key={kind}
      kind={kind}
      name={kind === 'created' && type !== 'outbound' ? t('call.cameIn') : t(`call.steps.${kind}`)}
      at={at}
      begun={begun}
      by={isOver(kind) || kind === 'failed' ? ended_by : null}
    />
  )
  return (
    <Card title={t('call.timeline')}>
      <ol class="steps">
        {before.map(draw)}
        {said}
        {after.map(draw)}
        {isLive && (
          <li class="step is-now">
            <span class="step-icon">
              <span class="spinner" aria-hidden="true" />
            </span>
            <span role="status">{t(`calls.statuses.${timeline.call.status}`)}</span>
          </li>
        )}
      </ol>
    </Card>
  )
}

interface StepProps extends CallStep {
  readonly name: string
  /** Time of the first step, ms. */
  readonly begun: number
  readonly by: CallTimeline['ended_by']
}

function Step({ kind, name, at, begun, by }: StepProps) {
  const Shape = ICONS[kind]
  const seconds = Math.max(0, Math.round((toDate(at).getTime() - begun) / 1000))
  return (
    <li class={`step is-${kind}`}>
      <span class="step-icon">
        <Shape size={16} />
      </span>
      <span>
        {name}
        {by && kind !== 'completed' && <span class="quiet"> {t(`call.endedBy.${by}`)}</span>}
      </span>
      <span class="step-time">
        <Time at={at} as={kind === 'created' ? 'full' : 'clock'} />
        {kind !== 'created' && (
          <span class="quiet"> {t('call.after', { seconds: duration(seconds) })}</span>
        )}
      </span>
    </li>
  )
}

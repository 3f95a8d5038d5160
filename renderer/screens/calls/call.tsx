import '../records/records.css'
import './calls.css'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { CallTimeline } from '#contracts/calls.ts'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t, tIfKnown } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Badge, Page, PageHead } from '../../ui/display.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { CallOffIcon } from '../../ui/icons-work.tsx'
import { Banner } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { Explanation } from '../inbox/thread/explanation.tsx'
import { Deliveries } from '../records/deliveries.tsx'
import { NotThere } from '../records/not-there.tsx'
import { Values } from '../records/values.tsx'
import { useWayBack } from '../records/way-back.ts'
import { CallFacts, Costs } from './facts.tsx'
import { CallBar } from './live/call-bar.tsx'
import { Player } from './player.tsx'
import { createPlayerModel } from './player-model.ts'
import { type CallRecordModel, createCallRecordModel, ownRecording } from './record-model.ts'
import { StatusBadge } from './status-badge.tsx'
import { Timeline } from './timeline.tsx'
import { Transcript } from './transcript.tsx'

/** A call's record, including calls in progress. */
export function CallRecord({ desk, params }: ScreenProps) {
  const id = params['id'] ?? ''
  const model = useModel(() => createCallRecordModel(desk, Number(id)), [id])
  const back = { href: useWayBack(desk, '/app/calls'), label: t('call.back') }
  const timeline = model.timeline.value
  if (timeline && !model.isGone.value)
    return <CallDetail key={id} desk={desk} model={model} timeline={timeline} back={back} />
  return (
    <Page>
      <PageHead title={t('calls.title')} back={back} />
      <NotThere model={model} of="call" />
    </Page>
  )
}

interface CallDetailProps {
  readonly desk: Desk
  readonly model: CallRecordModel
  readonly timeline: CallTimeline
  readonly back: { readonly href: string; readonly label: string }
}

function CallDetail({ desk, model, timeline, back }: CallDetailProps) {
  const { call } = timeline
  const { value: isLive } = model.isLive
  const player = useMemo(() => createPlayerModel(() => model.lines.value), [model])
  const explained = useSignal<number | undefined>(undefined)
  const canPlay = call.recording_url !== null && ownRecording(call.recording_url) !== undefined
  return (
    <Page>
      <Head desk={desk} model={model} timeline={timeline} back={back} />
      {desk.session.may('conversations.change') && (timeline.company || !isLive) && (
        <CallBar
          desk={desk}
          call={timeline.company && model.ongoing.value}
          company={timeline.company}
          hasDial={timeline.conversation_id !== null}
          canTransfer={timeline.conversation_id === null && desk.session.may('outreach')}
        />
      )}
      {timeline.is_sandbox && <Banner>{t('call.sandboxNote')}</Banner>}
      <div class="record">
        <div class="record-main">
          {!(isLive && call.recording_url === null) && (
            <Player desk={desk} model={player} url={call.recording_url} />
          )}
          <Transcript
            lines={model.lines.value}
            speaking={model.speaking.value}
            player={player}
            canPlay={canPlay}
            onExplain={(explanationId) => {
              explained.value = explanationId
            }}
          />
        </div>
        <div class="record-side">
          <Timeline timeline={timeline} isLive={isLive} />
          <CallFacts timeline={timeline} />
          <Values
            title={t('call.evaluation')}
            values={evaluationOf(call.evaluation)}
            {...(!isLive && { none: t('call.noEvaluation') })}
            nameOf={(name) => tIfKnown('calls.evaluationNames', name) ?? name}
          />
          <Values title={t('call.variables')} values={call.variables} />
          <Costs timeline={timeline} />
          <Values title={t('call.webhookResponse')} values={call.webhook_response} />
          <Deliveries
            desk={desk}
            deliveries={timeline.webhook_deliveries}
            onChange={() => void model.load()}
          />
        </div>
      </div>
      {explained.value !== undefined && (
        <Explanation
          read={() => model.explanation(explained.value!)}
          onClose={() => {
            explained.value = undefined
          }}
        />
      )}
    </Page>
  )
}

/** The evaluation, with Parley's own values translated. */
function evaluationOf(evaluation: CallTimeline['call']['evaluation']) {
  const { outcome, sentiment } = evaluation
  return {
    ...evaluation,
    ...(typeof outcome === 'string' && { outcome: tIfKnown('calls.outcomes', outcome) ?? outcome }),
    ...(typeof sentiment === 'string' && {
      sentiment: tIfKnown('calls.sentiments', sentiment) ?? sentiment,
    }),
  }
}

function Head({ desk, model, timeline, back }: CallDetailProps) {
  const { call, is_sandbox, company } = timeline
  const asked = useSignal<'hang-up' | 'delete' | undefined>(undefined)
  const mayChange = desk.session.may('outreach')
  const mayEnd = desk.session.may('conversations.change')
  const close = () => {
    asked.value = undefined
  }
  return (
    <PageHead
      title={
        call.client_phone_number === null
          ? t('call.namelessTitle')
          : t('call.recordTitle', { number: call.client_phone_number })
      }
      lead={
        <>
          <StatusBadge status={call.status} />{' '}
          {is_sandbox && <Badge tone="ai">{t('call.sandboxBadge')}</Badge>}{' '}
          <bdi>{call.assistant_name}</bdi> · <Time at={call.created_at} as="full" />
        </>
      }
      back={back}
    >
      {mayEnd && model.isLive.value && !company && (
        <Button
          icon={CallOffIcon}
          onClick={() => {
            asked.value = 'hang-up'
          }}
        >
          {t('call.hangUp')}
        </Button>
      )}
      {mayChange && (
        <Button
          icon={TrashIcon}
          onClick={() => {
            asked.value = 'delete'
          }}
        >
          {t('call.delete')}
        </Button>
      )}
      {asked.value === 'hang-up' && (
        <ConfirmDialog
          title={t('call.hangUpTitle')}
          confirm={t('call.hangUp')}
          isDanger
          onClose={close}
          onConfirm={async () => {
            await model.hangUp()
            desk.toasts.show(t('call.hungUp'))
          }}
        >
          <p>{t('call.hangUpHint')}</p>
        </ConfirmDialog>
      )}
      {asked.value === 'delete' && (
        <ConfirmDialog
          title={t('call.deleteTitle')}
          confirm={t('call.delete')}
          isDanger
          onClose={close}
          onConfirm={async () => {
            await model.remove()
            desk.toasts.show(t('call.deleted'))
            desk.address.go(back.href, { replace: true })
          }}
        >
          <p>{t('call.deleteHint')}</p>
        </ConfirmDialog>
      )}
    </PageHead>
  )
}

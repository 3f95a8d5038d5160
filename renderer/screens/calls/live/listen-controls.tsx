import type { Actor } from '#contracts/activities.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { HeadsetIcon, MicIcon, MicOffIcon } from '../../../ui/icons-work.tsx'
import type { Listening } from './listening.ts'

interface ListenControlsProps {
  readonly listening: Listening
  /** The colleague who is speaking with the visitor. */
  readonly speaker: Actor | undefined
}

/** Controls of a call that this page can join: listen in, take it over, hand it back. */
export function ListenControls({ listening, speaker }: ListenControlsProps) {
  const stage = listening.stage.value
  if (stage === 'speaking') return <Speaking listening={listening} />
  return (
    <>
      {stage === 'away' ? (
        <Button size="small" icon={HeadsetIcon} onClick={listening.listen}>
          {t('liveCall.listen')}
        </Button>
      ) : (
        <Button
          size="small"
          icon={HeadsetIcon}
          busy={stage === 'connecting'}
          onClick={listening.leave}
        >
          {stage === 'connecting' ? t('liveCall.connecting') : t('liveCall.stopListening')}
        </Button>
      )}
      <Button
        kind={speaker ? 'secondary' : 'primary'}
        size="small"
        icon={MicIcon}
        busy={stage === 'taking'}
        title={
          speaker ? t('liveCall.takeFromHint', { name: speaker.name }) : t('liveCall.takeHint')
        }
        onClick={() => listening.take(speaker?.id)}
      >
        {speaker ? t('liveCall.takeFrom', { name: speaker.name }) : t('liveCall.take')}
      </Button>
    </>
  )
}

function Speaking({ listening }: Pick<ListenControlsProps, 'listening'>) {
  const isMuted = listening.isMuted.value
  return (
    <>
      <IconButton
        icon={isMuted ? MicOffIcon : MicIcon}
        label={isMuted ? t('liveCall.unmute') : t('liveCall.mute')}
        kind="secondary"
        size="small"
        onClick={() => listening.mute(!isMuted)}
      />
      <Button size="small" onClick={listening.returnCall}>
        {t('liveCall.giveBack')}
      </Button>
    </>
  )
}

import type { Desk } from '../../app/desk.ts'
import { useCommands } from '../../app/keys/shortcuts.ts'
import { t } from '../../locales/translate.ts'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { PlayIcon } from '../../ui/icons.tsx'
import { DownloadIcon, PauseIcon } from '../../ui/icons-work.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Duration } from '../../ui/time.tsx'
import { type PlayerModel, SPEEDS } from './player-model.ts'
import { ownRecording } from './record-model.ts'
import { Waveform } from './waveform.tsx'

interface PlayerProps {
  readonly desk: Desk
  readonly model: PlayerModel
  readonly url: string | null
}

/** Player for the recording of a call. */
export function Player({ desk, model, url }: PlayerProps) {
  const path = url === null ? undefined : ownRecording(url)
  return (
    <Card title={t('call.player')}>
      {path !== undefined && <Waveform desk={desk} model={model} path={path} />}
      {path !== undefined && <Controls desk={desk} model={model} path={path} />}
      {url === null && <p class="quiet">{t('call.noRecording')}</p>}
      {url !== null && path === undefined && (
        <p>
          {t('call.elsewhere')} <OutsideLink href={url} label={t('call.openRecording')} />
        </p>
      )}
    </Card>
  )
}

interface ControlsProps extends Omit<PlayerProps, 'url'> {
  readonly path: string
}

function Controls({ desk, model, path }: ControlsProps) {
  const { at, length, isPlaying, hasFailed, speed } = model
  useCommands(desk, [
    { id: 'recording.play', run: model.toggle },
    { id: 'recording.back', isKeyOnly: true, run: model.back },
    { id: 'recording.forward', isKeyOnly: true, run: model.forward },
    { id: 'recording.next', isKeyOnly: true, run: model.next },
    { id: 'recording.previous', isKeyOnly: true, run: model.previous },
  ])
  return (
    <div class="player">
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands beside it */}
      <audio
        ref={model.attach}
        src={path}
        preload="metadata"
        onTimeUpdate={model.handleEvent}
        onPlay={model.handleEvent}
        onPause={model.handleEvent}
        onEnded={model.handleEvent}
        onLoadedMetadata={model.handleEvent}
        onError={model.fail}
      />
      {hasFailed.value && (
        <p class="field-error" role="alert">
          {t('call.playerFailed')}
        </p>
      )}
      <IconButton
        icon={isPlaying.value ? PauseIcon : PlayIcon}
        label={isPlaying.value ? t('call.pause') : t('call.play')}
        shortcut={desk.commands.keysOf('recording.play')[0] ?? ''}
        onClick={model.toggle}
      />
      <input
        type="range"
        class="player-seek"
        aria-label={t('call.seek')}
        min={0}
        max={length.value || 1}
        step="any"
        value={at.value}
        onInput={({ currentTarget }) => model.seek(Number(currentTarget.value))}
      />
      <span class="player-time">
        <Duration seconds={Math.floor(at.value)} /> /{' '}
        <Duration seconds={Math.round(length.value)} />
      </span>
      <Select
        size="small"
        aria-label={t('call.speed')}
        value={String(speed.value)}
        onEdit={(value) => model.setSpeed(Number(value))}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={String(one)}>
            {t('call.speedOf', { speed: one })}
          </option>
        ))}
      </Select>
      <a
        class="icon-button"
        href={path}
        download
        title={t('call.downloadRecording')}
        aria-label={t('call.downloadRecording')}
      >
        <DownloadIcon size={20} />
      </a>
    </div>
  )
}

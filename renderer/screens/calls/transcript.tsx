import { type ComponentChild, Fragment } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../locales/translate.ts'
import { Card } from '../../ui/display.tsx'
import { HelpIcon } from '../../ui/icons-work.tsx'
import { clockOf as duration } from '../../ui/time.tsx'
import { ToolCalls } from '../inbox/thread/tool-calls.tsx'
import { Anatomy } from './anatomy.tsx'
import type { PlayerModel } from './player-model.ts'
import type { Line, Speaking } from './record-model.ts'

interface TranscriptProps {
  readonly lines: readonly Line[]
  /** Partial transcripts. */
  readonly speaking: readonly Speaking[]
  readonly player: PlayerModel
  /** True if a recording is available for playback. */
  readonly canPlay: boolean
  /** Opens the explanation of an answer. */
  readonly onExplain?: (explanationId: number) => void
}

/** Transcript. Pressing a recorded turn plays it; the playing one is highlighted. */
export function Transcript({ lines, speaking, player, canPlay, onExplain }: TranscriptProps) {
  const list = useRef<HTMLOListElement>(null)
  const isTimed = lines.some(({ after, recordedAt }) => (after ?? recordedAt) !== undefined)
  const heard =
    canPlay && (player.isPlaying.value || player.at.value > 0) ? player.current.value : -1
  useEffect(() => {
    if (player.isPlaying.peek()) list.current?.children[heard]?.scrollIntoView({ block: 'nearest' })
  }, [heard])
  return (
    <Card title={t('call.transcript')}>
      {lines.length + speaking.length === 0 && <p class="quiet">{t('call.noTranscript')}</p>}
      <ol class={`transcript ${isTimed ? '' : 'is-timeless'}`} ref={list}>
        {lines.map((line, index) => (
          <Turn
            key={index}
            line={line}
            isPlaying={index === heard}
            onExplain={onExplain}
            {...(canPlay &&
              line.recordedAt !== undefined && {
                onPlay: () => player.playFrom(line),
                words: <Words line={line} isPlaying={index === heard} player={player} />,
              })}
          />
        ))}
        {speaking.map(({ speaker, text }) => (
          <li key={`speaking-${speaker}`} class="said is-speaking">
            <span class="said-time" />
            <span class={`said-who is-${speaker}`}>{t(`call.speakers.${speaker}`)}</span>
            <span class="said-words" dir="auto">
              {text} <span class="visually-hidden">{t('call.speaking')}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface TurnProps {
  readonly line: Line
  readonly isPlaying: boolean
  readonly onPlay?: () => void
  readonly onExplain: TranscriptProps['onExplain']
  /** Words that start playback when pressed. */
  readonly words?: ComponentChild
}

function Turn({ line, isPlaying, onPlay, onExplain, words }: TurnProps) {
  const { speaker, name, content, after, recordedAt, timing, explanationId, calls } = line
  if (speaker === 'note') {
    return (
      <li class="said is-note">
        <span class="said-words">{content}</span>
      </li>
    )
  }
  const time = duration(after ?? Math.floor(recordedAt ?? 0))
  return (
    <li class={`said ${isPlaying ? 'is-heard' : ''}`} aria-current={isPlaying || undefined}>
      {onPlay ? (
        <button
          type="button"
          class="said-time"
          aria-label={t('call.playFrom', { at: time })}
          onClick={onPlay}
        >
          {time}
        </button>
      ) : (
        <span class="said-time">{after !== undefined && time}</span>
      )}
      <span class={`said-who is-${speaker}`}>{name ?? t(`call.speakers.${speaker}`)}</span>
      <span class="said-words" dir="auto">
        {words ?? content}
        {timing && <Anatomy timing={timing} />}
        {explanationId !== undefined && onExplain && (
          <button
            type="button"
            class="said-timing"
            aria-label={t('explanation.open')}
            onClick={() => onExplain(explanationId)}
          >
            <HelpIcon size={14} /> {t('explanation.why')}
          </button>
        )}
        {calls && <ToolCalls calls={calls} />}
      </span>
    </li>
  )
}

interface WordsProps {
  readonly line: Line
  readonly isPlaying: boolean
  readonly player: PlayerModel
}

/**
 * Words of a turn: pressing one plays from there, and the current one is highlighted. Keyboard users use the turn's
 * timestamp.
 */
function Words({ line, isPlaying, player }: WordsProps) {
  const words = player.wordsOf(line)
  const now = isPlaying ? words.findLastIndex(({ at }) => at <= player.at.value + 0.05) : -1
  return (
    <>
      {words.map(({ text, at }, index) => (
        <Fragment key={index}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the turn’s time is its button */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
          <span
            class={`said-word ${index === now ? 'is-now' : ''}`}
            onClick={() => {
              // Ignores clicks that end a text selection.
              if (getSelection()?.isCollapsed !== false) player.playAt(at)
            }}
          >
            {text.trimEnd()}
          </span>
          {/* The space is outside the word's highlight and underline. */}
          {text.slice(text.trimEnd().length)}
        </Fragment>
      ))}
    </>
  )
}

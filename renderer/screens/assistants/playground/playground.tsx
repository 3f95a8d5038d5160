import './playground.css'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { formatMoney, formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Badge } from '../../../ui/display.tsx'
import { Field } from '../../../ui/field.tsx'
import { PhoneIcon, RefreshIcon, SendIcon, StopIcon } from '../../../ui/icons.tsx'
import { VariablesIcon } from '../../../ui/icons-work.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { Banner } from '../../../ui/states.tsx'
import { ToolCalls } from '../../inbox/thread/tool-calls.tsx'
import type { PlayedTurn, PlaygroundModel } from './playground-model.ts'
import { SpokenBar, SpokenLines } from './spoken.tsx'
import type { SpokenModel } from './spoken-model.ts'

interface PlaygroundProps {
  readonly model: PlaygroundModel
  /** A voice call with the draft. */
  readonly spoken: SpokenModel
}

/** A conversation with the draft, next to the form. */
export function Playground({ model, spoken }: PlaygroundProps) {
  const seen = useSignal<PlayedTurn>()
  const end = useRef<HTMLDivElement>(null)
  const { turns, greeting, spent, error, isAnswering } = model
  const last = turns.value.at(-1)
  const lastSaid = spoken.lines.value.at(-1)
  const isOnCall = spoken.isOn.value
  useEffect(() => {
    const log = end.current?.parentElement
    if (log) log.scrollTop = log.scrollHeight
  }, [last?.id, last?.content, lastSaid?.id, lastSaid?.text])

  function say(): void {
    if (!isOnCall) void model.say()
    else if (spoken.type(model.draft.value)) model.draft.value = ''
  }

  function restart(): void {
    spoken.clear()
    model.restart()
  }

  return (
    <section class="playground" aria-label={t('playground.title')}>
      <header class="playground-head">
        <div>
          <h2>{t('playground.title')}</h2>
          <p class="quiet">{t('playground.lead')}</p>
        </div>
        <Variables model={model} />
        {!isOnCall && (
          <IconButton
            icon={PhoneIcon}
            label={t('playground.call.start')}
            onClick={() => {
              model.restart()
              spoken.start()
            }}
          />
        )}
        <IconButton icon={RefreshIcon} label={t('playground.restart')} onClick={restart} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys */}
      <div class="playground-log" role="log" aria-label={t('playground.history')} tabIndex={0}>
        {!isOnCall && lastSaid === undefined && (
          <p class="played is-assistant" dir="auto">
            {greeting.value || <span class="quiet">{t('playground.greetingEmpty')}</span>}
          </p>
        )}
        {turns.value.map((turn) => (
          <Turn
            key={turn.id}
            turn={turn}
            onSee={() => {
              seen.value = turn
            }}
          />
        ))}
        <SpokenLines spoken={spoken} />
        <div ref={end} />
      </div>
      <SpokenBar spoken={spoken} />
      {error.value && <Banner tone="danger">{error.value}</Banner>}
      <form
        class="playground-foot"
        onSubmit={(event) => {
          event.preventDefault()
          say()
        }}
      >
        <textarea
          class="control is-area"
          rows={1}
          dir="auto"
          aria-label={t('playground.say')}
          placeholder={isOnCall ? t('playground.call.type') : t('playground.placeholder')}
          value={model.draft.value}
          onInput={({ currentTarget }) => {
            model.draft.value = currentTarget.value
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
            event.preventDefault()
            say()
          }}
        />
        {isAnswering.value ? (
          <IconButton icon={StopIcon} label={t('playground.stop')} onClick={model.halt} />
        ) : (
          <IconButton type="submit" icon={SendIcon} label={t('playground.send')} />
        )}
      </form>
      <p class="playground-spent" role="status">
        {spent.value.tokens > 0
          ? t('playground.total', { tokens: spent.value.tokens, cost: costOf(spent.value.cost) })
          : t('playground.staleHint')}
      </p>
      {seen.value && (
        <Seen
          turn={seen.value}
          onClose={() => {
            seen.value = undefined
          }}
        />
      )}
    </section>
  )
}

interface TurnProps {
  readonly turn: PlayedTurn
  readonly onSee: () => void
}

function Turn({ turn, onSee }: TurnProps) {
  const { role, content, isWriting, input, end, calls = [] } = turn
  if (role === 'user') {
    return (
      <p class="played is-user" dir="auto">
        {content}
      </p>
    )
  }
  return (
    <div class="played is-assistant">
      <ToolCalls calls={calls} />
      <div dir="auto" aria-busy={isWriting}>
        {content === '' && isWriting ? (
          <span class="spinner" role="status" aria-label={t('playground.writing')} />
        ) : (
          <RichText text={content} />
        )}
      </div>
      {!isWriting && end?.complete !== true && (
        <p class="field-error">{t('playground.interrupted')}</p>
      )}
      <p class="played-facts">
        {end && (
          <span title={`${end.first_token_ms ?? 0} ms`}>
            {t('playground.figures', {
              seconds: formatNumber(Math.round(end.total_ms / 100) / 10),
              tokens: end.input_tokens + end.output_tokens,
              cost: costOf(end.cost),
            })}
          </span>
        )}
        {end?.is_unanswered && <Badge tone="attention">{t('playground.unanswered')}</Badge>}
        {input && (
          <button type="button" class="link-button" onClick={onSee}>
            {t('playground.seen')}
          </button>
        )}
      </p>
    </div>
  )
}

/** Values of the draft's variables, for this conversation only. */
function Variables({ model }: Pick<PlaygroundProps, 'model'>) {
  const asked = model.asked.value
  if (asked.length === 0) return null
  return (
    <Popover
      label={t('playground.variables')}
      align="end"
      isPadded
      trigger={(props) => (
        <IconButton icon={VariablesIcon} label={t('playground.variables')} {...props} />
      )}
    >
      {() => (
        <div class="playground-variables">
          {asked.map(({ name, value }) => (
            <Field key={name} label={name}>
              {(wiring) => (
                <TextInput
                  {...wiring}
                  value={value}
                  onEdit={(text) => model.setVariable(name, text)}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </Popover>
  )
}

interface SeenProps {
  readonly turn: PlayedTurn
  readonly onClose: () => void
}

/** Exact model input for an answer. */
function Seen({ turn: { input }, onClose }: SeenProps) {
  if (!input) return null
  return (
    <Dialog title={t('playground.seenTitle')} size="large" onClose={onClose}>
      <p class="quiet">
        {t('playground.model')}: {input.model} · {t('playground.temperature')}:{' '}
        {formatNumber(input.temperature)}
      </p>
      <h3>{t('playground.system')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys */}
      <pre class="seen-text" dir="auto" tabIndex={0}>
        {input.system}
      </pre>
      <h3>
        {input.passages.length > 0
          ? t('playground.passages', { count: input.passages.length })
          : t('playground.noPassages')}
      </h3>
      {input.passages.length > 0 && (
        <ul class="seen-passages">
          {input.passages.map(({ heading }) => (
            <li key={heading}>{heading}</li>
          ))}
        </ul>
      )}
      <h3>{t('playground.history')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys */}
      <pre class="seen-text" dir="auto" tabIndex={0}>
        {input.messages.map(({ role, content }) => `${role}: ${content}`).join('\n\n')}
      </pre>
    </Dialog>
  )
}

const costOf = (cost: number): string => (cost === 0 ? t('playground.free') : formatMoney(cost))

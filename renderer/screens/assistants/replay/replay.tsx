import './replay.css'
import { useEffect } from 'preact/hooks'
import type { ReplayAnswer, ReplayVerdict, Replay as Result } from '#contracts/replays.ts'
import type { Desk } from '../../../app/desk.ts'
import { formatMoney, formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, Switch } from '../../../ui/controls.tsx'
import { Badge } from '../../../ui/display.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import { PlayIcon } from '../../../ui/icons.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import { PlainText, RichText } from '../../../ui/rich-text.tsx'
import { Banner } from '../../../ui/states.tsx'
import { whole } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import type { FormModel } from '../form/form-model.ts'
import { createReplayModel, type ReplayModel } from './replay-model.ts'

interface ReplayProps {
  readonly desk: Desk
  readonly model: FormModel
  readonly onClose: () => void
}

const COUNTS = [5, 10, 20, 50]

/** The draft answers the last conversations again, side by side with what was said. */
export function Replay({ desk, model: form, onClose }: ReplayProps) {
  const model = useModel(
    () =>
      createReplayModel({
        api: desk.api,
        fetch: desk.fetch,
        id: form.id,
        values: () => form.values.value,
      }),
    [form.id],
  )
  useEffect(() => {
    void model.open()
    return model.cancel
  }, [model])
  return (
    <Drawer title={t('replay.title')} size="large" onClose={onClose}>
      <div class="replay">
        <p class="quiet">{t('replay.lead')}</p>
        <Setup model={model} />
        {model.error.value && (
          <div role="alert">
            <Banner tone="danger">{model.error.value}</Banner>
          </div>
        )}
        <Results model={model} />
      </div>
    </Drawer>
  )
}

/** Settings of the replay, with its estimated cost and duration. */
function Setup({ model }: { readonly model: ReplayModel }) {
  const { conversations, isJudged, estimate, total, progress, shown } = model
  const isRunning = total.value !== undefined
  const expected = estimate.value
  return (
    <div class="form">
      <Field label={t('replay.conversations')}>
        {(wiring) => (
          <Select
            {...wiring}
            disabled={isRunning}
            value={String(conversations.value)}
            onEdit={(count) => void model.choose({ conversations: Number(count) })}
          >
            {COUNTS.map((count) => (
              <option key={count} value={String(count)}>
                {t('replay.last', { count })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {expected?.can_judge && (
        <Switch
          label={t('replay.judge')}
          hint={t('replay.judgeHint')}
          checked={isJudged.value}
          disabled={isRunning}
          onSwitch={(isOn) => void model.choose({ isJudged: isOn })}
        />
      )}
      {expected && (
        <p role="status">
          {expected.answers === 0
            ? t('replay.nothing')
            : t('replay.estimate', {
                answers: t('replay.answers', { count: expected.answers }),
                from: t('replay.ofConversations', { count: expected.conversations }),
                model: expected.model,
                cost: formatMoney(expected.cost),
                seconds: formatNumber(expected.seconds),
              })}
        </p>
      )}
      {isRunning ? (
        <div class="replay-running">
          <ProgressBar
            label={t('replay.running')}
            isLabelShown
            value={progress.value}
            note={t('replay.done', { done: shown.value?.answers.length ?? 0, all: total.value! })}
          />
          <Button onClick={model.cancel}>{t('common.cancel')}</Button>
        </div>
      ) : (
        <div class="form-actions">
          <Button
            kind="primary"
            icon={PlayIcon}
            disabled={!expected?.answers}
            onClick={() => void model.run()}
          >
            {t('replay.run')}
          </Button>
        </div>
      )}
    </div>
  )
}

const TONES = {
  same: 'neutral',
  better: 'ok',
  worse: 'danger',
  needs_person: 'attention',
} as const satisfies Record<ReplayVerdict, string>

const VERDICTS = Object.keys(TONES) as ReplayVerdict[]

function Results({ model }: { readonly model: ReplayModel }) {
  const { shown, list } = model
  if (!shown.value) return null
  const { replay, answers } = shown.value
  return (
    <section class="replay-results" aria-label={t('replay.results')}>
      {list.value.length > 0 && replay && (
        <Select
          size="small"
          aria-label={t('replay.earlier')}
          value={String(replay.id)}
          onEdit={(id) => void model.show(Number(id))}
        >
          {list.value.map((one) => (
            <option key={one.id} value={String(one.id)}>
              {whole(one.created_at)}
            </option>
          ))}
        </Select>
      )}
      <p class="replay-counts">
        {VERDICTS.map((verdict) => (
          <Badge key={verdict} tone={TONES[verdict]}>
            {t(`replay.counts.${verdict}`, {
              count: answers.filter((answer) => answer.verdict === verdict).length,
            })}
          </Badge>
        ))}
      </p>
      {replay && <Summary replay={replay} />}
      {!replay && model.total.value === undefined && (
        <p>
          <Badge tone="attention">{t('replay.cancelled')}</Badge>
        </p>
      )}
      {answers.map((answer) => (
        <Answer key={`${answer.conversation_id}-${answer.seq}`} answer={answer} />
      ))}
    </section>
  )
}

function Summary({ replay }: { readonly replay: Result }) {
  const { model, cost, duration_ms, status, version } = replay
  return (
    <p class="quiet">
      {t('replay.summary', {
        model,
        cost: formatMoney(cost),
        seconds: formatNumber(Math.round(duration_ms / 100) / 10),
      })}{' '}
      {version !== null && <Badge>{t('assistantVersions.number', { number: version })}</Badge>}{' '}
      {status === 'cancelled' && <Badge tone="attention">{t('replay.cancelled')}</Badge>}
    </p>
  )
}

/** An answer beside what was said; open if it differs. */
function Answer({ answer }: { readonly answer: ReplayAnswer }) {
  const { conversation_id, question, before, is_by_person, after, verdict, rule, detail } = answer
  return (
    <details class="replay-answer" open={verdict !== 'same'}>
      <summary>
        <Badge tone={TONES[verdict]}>{t(`replay.verdicts.${verdict}`)}</Badge>
        <bdi>{question}</bdi>
      </summary>
      <p class="quiet">
        {t(`replay.rules.${rule}`)} {detail && <span dir="auto">{detail}</span>}{' '}
        <a href={`/app/inbox/${conversation_id}`}>{t('replay.open')}</a>
      </p>
      <div class="replay-sides">
        <div>
          <p class="replay-side">
            {is_by_person ? t('replay.beforeByPerson') : t('replay.before')}
          </p>
          <div dir="auto">
            {is_by_person ? <PlainText text={before} /> : <RichText text={before} />}
          </div>
        </div>
        <div>
          <p class="replay-side">{t('replay.after')}</p>
          <div dir="auto">
            {after === '' ? <p class="quiet">{t('replay.noAnswer')}</p> : <RichText text={after} />}
          </div>
        </div>
      </div>
    </details>
  )
}

import './home.css'
import type { HomeDays } from '#contracts/home.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { fullDay } from '../../format/days.ts'
import { t } from '../../locales/translate.ts'
import { Select } from '../../ui/controls.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { ForwardIcon } from '../../ui/icons.tsx'
import { SafeIcon } from '../../ui/icons-work.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Banner, ErrorState } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { OngoingCalls } from '../calls/live/ongoing.tsx'
import { BetterModel } from './better-model.tsx'
import { FirstSteps, isSet } from './first-steps.tsx'
import { greetingFor } from './greeting.ts'
import { createHomeModel, DAYS, type HomeModel } from './model.ts'
import { Needs } from './needs.tsx'
import { Plots } from './plots.tsx'
import { HomeSkeleton } from './skeleton.tsx'
import { talksOf } from './sums.ts'
import { callsNote, Today } from './today.tsx'

/** Home screen. */
export function Home({ desk }: ScreenProps) {
  const model = useModel(() => createHomeModel(desk))
  const me = desk.team.me.value
  // The first operator is called like the account until they are renamed.
  const name = me?.name === desk.session.account.value?.name ? undefined : me?.name
  const home = model.home.value
  const day = home?.days.at(-1)?.day
  return (
    <Page width="full">
      <PageHead title={greetingFor(new Date().getHours(), name)} lead={day && fullDay(day)} />
      {home ? <Full desk={desk} model={model} home={home} /> : <FirstRun model={model} />}
    </Page>
  )
}

/** Shown while there is no data yet. */
function FirstRun({ model }: { readonly model: HomeModel }) {
  if (model.error.value === undefined) return <HomeSkeleton />
  return (
    <ErrorState title={t('home.failed')} onRetry={() => void model.load()}>
      <p>{model.error.value}</p>
    </ErrorState>
  )
}

interface FullProps {
  readonly desk: Desk
  readonly model: HomeModel
  readonly home: NonNullable<HomeModel['home']['value']>
}

function Full({ desk, model, home }: FullProps) {
  function dismiss(): void {
    model.dismiss(true).then(
      () => desk.toasts.undo(t('home.steps.dismissed'), () => model.dismiss(false)),
      (failure) => desk.toasts.show(explain(failure), 'danger'),
    )
  }
  // Setup steps are only for operators who may manage assistants.
  const hasSteps = !home.onboarding.is_dismissed && desk.session.may('assistants')

  const { facts, assistant_id } = home.onboarding
  const suggestsModel =
    !facts.own_model && assistant_id !== null && desk.session.may('server.discovery')

  return (
    <div class="home" aria-busy={model.isBusy.value || undefined}>
      {model.error.value !== undefined && <Banner tone="attention">{model.error.value}</Banner>}
      <div
        class={`home-first ${hasSteps ? 'has-steps' : ''} ${isSet(home.onboarding) ? 'is-set' : ''}`}
      >
        <div class="home-lead">
          {desk.session.may('records') && <OngoingCalls desk={desk} />}
          {suggestsModel && <BetterModel desk={desk} assistantId={home.onboarding.assistant_id!} />}
          <Needs desk={desk} needs={home.needs_you} />
          <Today home={home} hasBalance={desk.session.may('spending')} />
          <Safety home={home} />
        </div>
        {hasSteps && <FirstSteps onboarding={home.onboarding} onDismiss={dismiss} />}
      </div>
      <section class="home-period" aria-labelledby="home-period">
        <header class="home-head">
          <h2 id="home-period">{t('home.period')}</h2>
          <div class="home-filters">
            <AssistantFilter model={model} />
            <Segmented<HomeDays>
              label={t('home.days')}
              size="small"
              value={model.days.value}
              options={DAYS.map((value) => ({
                value,
                label: t('home.lastDays', { days: Number(value) }),
              }))}
              onChoose={(value) => {
                model.days.value = value
              }}
            />
          </div>
        </header>
        <Plots home={home} onOpen={(url) => desk.address.go(url)} />
        {desk.session.may('records') && (
          <p class="home-calls">
            <a class="home-more" href={reportOf(home)}>
              {t('home.callReport')} <ForwardIcon size={16} />
            </a>
            <span class="quiet">
              {t('calls.counted', { count: talksOf(home.period) })} · {callsNote(home.period)}
            </span>
          </p>
        )}
      </section>
    </div>
  )
}

/** Report of the calls of the period. */
const reportOf = ({ days }: FullProps['home']): string =>
  `/app/calls/report?date_from=${days[0]?.day}&date_to=${days.at(-1)?.day}`

/** Time of the latest backup that can be restored, for the owner. */
function Safety({ home: { backup } }: { readonly home: NonNullable<HomeModel['home']['value']> }) {
  if (!backup) return null
  return (
    <p class="quiet home-safety">
      <SafeIcon size={16} />
      <a href="/app/settings/backups">{t('home.lastProven')}</a>
      {backup.last_proven_at ? (
        <Time at={backup.last_proven_at} as="full" />
      ) : (
        t('home.neverProven')
      )}
    </p>
  )
}

/** Restricts the numbers to one assistant; hidden if there is only one. */
function AssistantFilter({ model }: { readonly model: HomeModel }) {
  const all = model.assistants.value
  if (all.length < 2 && !model.isNarrow.value) return null
  return (
    <Field label={t('home.assistant')} isLabelHidden>
      {(wiring) => (
        <Select
          {...wiring}
          size="small"
          value={model.assistant.value}
          onEdit={(value) => {
            model.assistant.value = value
          }}
        >
          <option value="">{t('home.allAssistants')}</option>
          {all.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

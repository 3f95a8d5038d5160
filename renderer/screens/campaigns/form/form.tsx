import '../campaigns.css'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { WEEKDAYS } from '#contracts/calling-hours.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { t } from '../../../locales/translate.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Select, Switch, TextInput } from '../../../ui/controls.tsx'
import { Page, PageHead } from '../../../ui/display.tsx'
import { Field, FieldError } from '../../../ui/field.tsx'
import { FormActions, FormSection } from '../../../ui/form-section.tsx'
import { AssistantIcon } from '../../../ui/icons.tsx'
import { Banner, Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { type CampaignFormModel, createCampaignFormModel, type Values } from './model.ts'
import { Windows } from './windows.tsx'

/** The form of a new or existing campaign. */
export function CampaignForm({ desk, params }: ScreenProps) {
  const id = params['id'] === undefined ? undefined : Number(params['id'])
  const model = useModel(() => createCampaignFormModel(desk.api, id), [id])
  useEffect(() => void model.load(), [model])
  const { route } = useLocation()
  const href = id === undefined ? '/app/campaigns' : `/app/campaigns/${id}`
  const title = id === undefined ? t('campaigns.newTitle') : t('campaigns.editTitle')
  return (
    <Page width="narrow">
      <PageHead title={title} back={{ href, label: t('campaigns.title') }} />
      <Body
        model={model}
        href={href}
        onSaved={(saved) => {
          desk.toasts.show(t('campaigns.saved'))
          route(`/app/campaigns/${saved}`)
        }}
      />
    </Page>
  )
}

interface BodyProps {
  readonly model: CampaignFormModel
  readonly href: string
  readonly onSaved: (id: number) => void
}

function Body({ model, href, onSaved }: BodyProps) {
  const form = useRef<HTMLFormElement>(null)
  const { assistants, loadError, failure, busy } = model
  if (!assistants.value) {
    return loadError.value ? (
      <ErrorState title={t('campaigns.failed')} onRetry={() => void model.load()}>
        <p>{loadError.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('campaigns.loading')} />
    )
  }
  if (assistants.value.length === 0) {
    return (
      <Empty
        icon={AssistantIcon}
        title={t('campaigns.noAssistant')}
        actions={
          <LinkButton href="/app/assistants/new">{t('campaigns.createAssistant')}</LinkButton>
        }
      >
        <p>{t('campaigns.noAssistantHint')}</p>
      </Empty>
    )
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const saved = await model.save()
    if (saved !== undefined) return onSaved(saved)
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Basics model={model} />
      <Hours model={model} />
      <Retries model={model} />
      <Numbers model={model} />
      {failure.value && <Banner tone="danger">{failure.value}</Banner>}
      <FormActions isSticky>
        <LinkButton href={href}>{t('common.cancel')}</LinkButton>
        <Button kind="primary" type="submit" busy={busy.value}>
          {t('common.save')}
        </Button>
      </FormActions>
    </form>
  )
}

interface PartProps {
  readonly model: CampaignFormModel
}

function Basics({ model: { values, assistants, stored, errors, edit } }: PartProps) {
  return (
    <FormSection title={t('campaigns.sections.basics')}>
      <Field label={t('campaigns.fields.name')} error={errors.value['name']}>
        {(wiring) => (
          <TextInput {...wiring} value={values.value.name} onEdit={(name) => edit({ name })} />
        )}
      </Field>
      <Field
        label={t('campaigns.fields.assistant')}
        hint={stored.value?.status === 'in-progress' ? t('campaigns.assistantFixed') : undefined}
        error={errors.value['assistant_id']}
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={values.value.assistantId}
            disabled={stored.value?.status === 'in-progress'}
            onEdit={(assistantId) => edit({ assistantId })}
          >
            {assistants.value?.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={t('campaigns.fields.parallel')}
        hint={t('campaigns.hints.parallel')}
        error={errors.value['max_calls_in_parallel']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            type="number"
            min={1}
            max={10}
            value={values.value.parallel}
            onEdit={(parallel) => edit({ parallel })}
          />
        )}
      </Field>
      <Switch
        label={t('campaigns.fields.completes')}
        hint={t('campaigns.hints.completes')}
        checked={values.value.completes}
        onSwitch={(completes) => edit({ completes })}
      />
    </FormSection>
  )
}

function Hours({ model: { values, windows, errors, edit } }: PartProps) {
  const { days, timezone } = values.value
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  const time = (field: 'start' | 'end', name: string) => (
    <Field label={t(`campaigns.fields.${field}`)} error={errors.value[name]}>
      {(wiring) => (
        <TextInput
          {...wiring}
          type="time"
          value={values.value[field]}
          onEdit={(value) => edit({ [field]: value } as Partial<Values>)}
        />
      )}
    </Field>
  )
  return (
    <FormSection title={t('campaigns.sections.hours')} lead={t('campaigns.hints.hours')}>
      <Field label={t('campaigns.fields.timezone')} error={errors.value['timezone']}>
        {(wiring) => (
          <Combobox
            {...wiring}
            value={timezone}
            options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            onChoose={(zone) => edit({ timezone: zone ?? '' })}
          />
        )}
      </Field>
      <div class="form-pair">
        {time('start', 'allowed_hours_start_time')}
        {time('end', 'allowed_hours_end_time')}
      </div>
      <fieldset class="campaign-days">
        <legend>{t('campaigns.fields.days')}</legend>
        {WEEKDAYS.map((day) => (
          <Checkbox
            key={day}
            label={t(`campaigns.days.${day}`)}
            checked={days.includes(day)}
            onSwitch={(isOn) =>
              edit({ days: isOn ? [...days, day] : days.filter((one) => one !== day) })
            }
          />
        ))}
        <FieldError id="campaign-days-error" error={errors.value['allowed_days']} />
      </fieldset>
      <section aria-live="polite">
        <h3>{t('campaigns.windows.title')}</h3>
        <Windows windows={windows.value} timezone={timezone} />
      </section>
    </FormSection>
  )
}

function Retries({ model: { values, goals, errors, edit } }: PartProps) {
  const number = (
    field: 'retries' | 'interval',
    name: string,
    [min, max]: readonly [number, number],
  ) => (
    <Field label={t(`campaigns.fields.${field}`)} error={errors.value[name]}>
      {(wiring) => (
        <TextInput
          {...wiring}
          type="number"
          min={min}
          max={max}
          value={values.value[field]}
          onEdit={(value) => edit({ [field]: value } as Partial<Values>)}
        />
      )}
    </Field>
  )
  return (
    <FormSection title={t('campaigns.sections.retries')} lead={t('campaigns.hints.retries')}>
      <div class="form-pair">
        {number('retries', 'max_retries', [1, 5])}
        {number('interval', 'retry_interval', [10, 4320])}
      </div>
      <Switch
        label={t('campaigns.fields.retryVoicemail')}
        checked={values.value.retryVoicemail}
        onSwitch={(retryVoicemail) => edit({ retryVoicemail })}
      />
      <Field
        label={t('campaigns.fields.goal')}
        hint={t('campaigns.hints.goal')}
        error={errors.value['goal_completion_variable']}
        isOptional
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={values.value.goal}
            onEdit={(goal) => edit({ goal, ...(goal === '' && { retryGoal: false }) })}
          >
            <option value="">{t('campaigns.noGoal')}</option>
            {goals.value.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Switch
        label={t('campaigns.fields.retryGoal')}
        checked={values.value.retryGoal}
        disabled={values.value.goal === ''}
        onSwitch={(retryGoal) => edit({ retryGoal })}
      />
    </FormSection>
  )
}

function Numbers({ model: { values, numbers, edit } }: PartProps) {
  const { numberIds } = values.value
  if (numbers.value.length === 0) return null
  return (
    <FormSection title={t('campaigns.sections.numbers')} lead={t('campaigns.hints.numbers')}>
      {numbers.value.map(({ id, phone_number }) => (
        <Checkbox
          key={id}
          label={phone_number}
          checked={numberIds.includes(id)}
          onSwitch={(isOn) =>
            edit({ numberIds: isOn ? [...numberIds, id] : numberIds.filter((one) => one !== id) })
          }
        />
      ))}
    </FormSection>
  )
}

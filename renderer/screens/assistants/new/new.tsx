import './new.css'
import { useEffect, useRef } from 'preact/hooks'
import type { ScreenProps } from '../../../app/screen.ts'
import { timezoneHere } from '../../../format/timezone.ts'
import { t } from '../../../locales/translate.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Choices, TextInput } from '../../../ui/controls.tsx'
import { Card, Page, PageHead } from '../../../ui/display.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { Banner, ErrorState, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { Voices } from '../settings/voice-picker.tsx'
import { createNewModel, type NewModel } from './new-model.ts'
import { TEMPLATES, templateOf } from './templates.ts'

/** Short form for a new assistant; everything else is in its settings. */
export function NewAssistantScreen({ desk }: ScreenProps) {
  const form = useRef<HTMLFormElement>(null)
  const model = useModel(() => createNewModel({ ...desk, timezone: timezoneHere() }))
  useEffect(() => void model.load(), [model])

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const created = await model.create()
    if (!created) {
      focusMistake(form.current)
      return
    }
    desk.toasts.show(t('assistants.new.ready', { name: created.name }))
    desk.address.go(`/app/assistants/${created.id}`)
  }

  return (
    <Page width="narrow">
      <PageHead
        title={t('assistants.new.title')}
        lead={t('assistants.new.lead')}
        back={{ href: '/app/assistants', label: t('assistants.title') }}
      />
      {!model.languages.value && !model.failure.value && (
        <Loading label={t('assistants.new.loading')} />
      )}
      {!model.languages.value && model.failure.value && (
        <ErrorState title={t('assistants.new.failed')} onRetry={model.load}>
          <p>{model.failure.value}</p>
        </ErrorState>
      )}
      {model.languages.value && (
        <form ref={form} class="form" onSubmit={submit} noValidate>
          <Start model={model} />
          <Speech model={model} />
          <Faults model={model} />
          <div class="form-actions">
            <Button kind="primary" type="submit" busy={model.busy.value}>
              {t('assistants.new.create')}
            </Button>
            <LinkButton href="/app/assistants" kind="quiet">
              {t('assistants.new.cancel')}
            </LinkButton>
          </div>
        </form>
      )}
    </Page>
  )
}

interface PartProps {
  readonly model: NewModel
}

function Start({ model }: PartProps) {
  const error = model.errors.value['name']
  const options = TEMPLATES.map((value) => ({
    value,
    label: t(`assistantTemplates.${value}.label`),
    hint: t(`assistantTemplates.${value}.hint`),
  }))
  return (
    <Card>
      <Field label={t('assistants.new.name')} hint={t('assistants.new.nameHint')} error={error}>
        {(wiring) => (
          <TextInput
            {...wiring}
            required
            placeholder={templateOf(model.template.value).name || t('assistants.new.defaultName')}
            value={model.name.value}
            onEdit={model.rename}
          />
        )}
      </Field>
      <div class="templates">
        <Choices
          label={t('assistants.new.purpose')}
          value={model.template.value}
          options={options}
          onChoose={(template) => {
            model.template.value = template
          }}
        />
      </div>
    </Card>
  )
}

function Speech({ model }: PartProps) {
  const languages = model.languages.value ?? []
  return (
    <Card>
      <Field label={t('assistants.new.language')} hint={t('assistants.new.languageHint')}>
        {(wiring) => (
          <Combobox
            {...wiring}
            value={String(model.languageId.value ?? '')}
            options={languages.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChoose={(id) => id !== null && void model.speak(Number(id))}
          />
        )}
      </Field>
      <Voices
        voices={model.voices.value}
        chosen={model.voiceId.value}
        isWrong={'voice_id' in model.errors.value}
        onChoose={(id) => {
          model.voiceId.value = id
        }}
      />
    </Card>
  )
}

/** Errors in fields other than the name. */
function Faults({ model }: PartProps) {
  const others = Object.entries(model.errors.value).filter(([field]) => field !== 'name')
  return (
    <div role="alert">
      {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
      {others.map(([field, message]) => (
        <Banner key={field} tone="danger">
          {message}
        </Banner>
      ))}
    </div>
  )
}

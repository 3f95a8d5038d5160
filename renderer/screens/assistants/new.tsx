import { useEffect, useRef } from 'preact/hooks'
import type { ScreenProps } from '../../screen.ts'
import '../../styles/assistants.css'
import '../../styles/assistant-form.css'
import '../../styles/voices.css'
import { assistantTemplates, type TemplateName } from '../../texts/assistant-templates.ts'
import { assistantTexts } from '../../texts/assistants.ts'
import { sayFault } from '../../texts/field-errors.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Choices, TextInput } from '../../ui/controls.tsx'
import { Card, Page, PageHead } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { focusMistake } from '../../ui/focus-mistake.ts'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createNewModel, type NewModel } from './new-model.ts'
import { Voices } from './voice-picker.tsx'

const t = assistantTexts.new

/** The short start of an assistant; everything else is in its form. */
export function NewAssistantScreen({ desk }: ScreenProps) {
  const form = useRef<HTMLFormElement>(null)
  const model = useModel(() =>
    createNewModel(desk.api, Intl.DateTimeFormat().resolvedOptions().timeZone),
  )
  useEffect(() => void model.load(), [model])

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const created = await model.create()
    if (!created) {
      focusMistake(form.current)
      return
    }
    desk.toasts.show(t.ready(created.name))
    desk.address.go(`/app/assistants/${created.id}`)
  }

  return (
    <Page width="narrow">
      <PageHead
        title={t.title}
        lead={t.lead}
        back={{ href: '/app/assistants', label: assistantTexts.title }}
      />
      {!model.languages.value && !model.failure.value && <Loading label={t.loading} />}
      {!model.languages.value && model.failure.value && (
        <ErrorState title={t.failed} onRetry={model.load}>
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
              {t.create}
            </Button>
            <LinkButton href="/app/assistants" kind="quiet">
              {t.cancel}
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
  const options = Object.entries(assistantTemplates).map(([value, { label, hint }]) => ({
    value: value as TemplateName,
    label,
    hint,
  }))
  return (
    <Card>
      <Field label={t.name} hint={t.nameHint} error={error && sayFault(error)}>
        {(wiring) => (
          <TextInput
            {...wiring}
            required
            placeholder={assistantTemplates[model.template.value].name || t.defaultName}
            value={model.name.value}
            onEdit={model.rename}
          />
        )}
      </Field>
      <div class="templates">
        <Choices
          label={t.purpose}
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
      <Field label={t.language} hint={t.languageHint}>
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

/** What is wrong elsewhere than with the name. */
function Faults({ model }: PartProps) {
  const others = Object.entries(model.errors.value).filter(([field]) => field !== 'name')
  return (
    <div role="alert">
      {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
      {others.map(([field, message]) => (
        <Banner key={field} tone="danger">
          {sayFault(message)}
        </Banner>
      ))}
    </div>
  )
}

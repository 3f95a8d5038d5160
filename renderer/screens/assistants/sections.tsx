import { Choices, Select, TextArea, TextInput } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { type Draft, lengthOf, MAX_INITIAL_MESSAGE } from './draft.ts'
import type { AssistantFormModel } from './form-model.ts'
import { VoicePicker } from './voice-picker.tsx'

interface SectionProps {
  readonly model: AssistantFormModel
}

/** What it is called and what it says. */
export function Words({ model }: SectionProps) {
  const { name, initial_message, system_prompt } = model.draft.value
  const errors = model.errors.value
  return (
    <Card title="Who it is">
      <Field label="Name" hint="Visitors see it above the chat." error={errors['name']}>
        {(wiring) => (
          <TextInput
            {...wiring}
            required
            maxLength={255}
            value={name}
            onEdit={(value) => model.edit({ name: value })}
          />
        )}
      </Field>
      <Field
        label="First message"
        hint="What a visitor reads before saying anything."
        error={errors['initial_message']}
        aside={<Count text={initial_message} max={MAX_INITIAL_MESSAGE} />}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            required
            rows={2}
            value={initial_message}
            onEdit={(value) => model.edit({ initial_message: value })}
          />
        )}
      </Field>
      <Field
        label="Instructions"
        hint="In plain sentences: what you do, when you are open, how to reach you. It answers with the facts that stand here."
        error={errors['system_prompt']}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            required
            rows={9}
            value={system_prompt}
            onEdit={(value) => model.edit({ system_prompt: value })}
          />
        )}
      </Field>
    </Card>
  )
}

/** Where and for whom it works. */
export function Background({ model }: SectionProps) {
  const { language_id, type, timezone } = model.draft.value
  const errors = model.errors.value
  return (
    <Card title="Where it works">
      <div class="form-pair">
        <Field label="Language" error={errors['language_id']}>
          {(wiring) => (
            <Select
              {...wiring}
              value={language_id}
              onEdit={(value) => model.edit({ language_id: value })}
            >
              {model.languages.value.map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Timezone" error={errors['timezone']}>
          {(wiring) => (
            <>
              <TextInput
                {...wiring}
                required
                list="timezones"
                autocomplete="off"
                value={timezone}
                onEdit={(value) => model.edit({ timezone: value })}
              />
              <datalist id="timezones">
                {Intl.supportedValuesOf('timeZone').map((zone) => (
                  <option key={zone} value={zone} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      </div>
      <Choices
        label="Type"
        value={type}
        options={[
          { value: 'inbound', label: 'Inbound', hint: 'People come to it: the website’s chat.' },
          { value: 'outbound', label: 'Outbound', hint: 'It goes to people: campaigns and calls.' },
        ]}
        onChoose={(value: Draft['type']) => model.edit({ type: value })}
      />
      <Mistake text={errors['type']} />
    </Card>
  )
}

/** What it thinks and speaks with. */
export function Engine({ model }: SectionProps) {
  const { mode, model_id } = model.draft.value
  const errors = model.errors.value
  return (
    <Card title="What it runs on">
      <Choices
        label="Engine"
        value={mode}
        options={[
          { value: 'pipeline', label: 'Pipeline', hint: 'Chat, and calls by speech to text.' },
          { value: 'multimodal', label: 'Multimodal', hint: 'One model hears and speaks.' },
          { value: 'dualplex', label: 'Dualplex', hint: 'One model hears, a voice speaks.' },
        ]}
        onChoose={model.setMode}
      />
      <Mistake text={errors['mode']} />
      <Field
        label="Model"
        hint="The built-in one needs no key and no network."
        error={errors['model_id']}
      >
        {(wiring) => (
          <Select {...wiring} value={model_id} onEdit={(value) => model.edit({ model_id: value })}>
            {model.models.value?.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <VoicePicker model={model} />
    </Card>
  )
}

function Count({ text, max }: { readonly text: string; readonly max: number }) {
  const length = lengthOf(text)
  return (
    <span class={`counter ${length > max ? 'is-over' : ''}`}>
      {length} / {max}
    </span>
  )
}

function Mistake({ text }: { readonly text: string | undefined }) {
  return text ? (
    <p class="field-error" role="alert">
      {text}
    </p>
  ) : null
}

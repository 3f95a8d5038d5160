import { useRef } from 'preact/hooks'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { GlobeIcon, TrashIcon } from '../../ui/icons.tsx'
import type { EmbedModel } from './embed-model.ts'

interface OriginsProps {
  readonly model: EmbedModel
  readonly origins: readonly string[]
}

/** The websites that may show the assistant. */
export function Origins({ model, origins }: OriginsProps) {
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    await model.add()
    form.current?.querySelector('input')?.focus()
  }

  return (
    <>
      {origins.length === 0 ? (
        <p class="quiet">No website yet: the chat shows on this machine only.</p>
      ) : (
        <ul class="origins" aria-label="Websites that may show the assistant">
          {origins.map((origin) => (
            <li key={origin}>
              <GlobeIcon size={18} />
              <span dir="ltr">{origin}</span>
              <IconButton
                icon={TrashIcon}
                label={`Remove ${origin}`}
                onClick={() => model.remove(origin)}
              />
            </li>
          ))}
        </ul>
      )}
      <form ref={form} class="form-line" onSubmit={submit} noValidate>
        <Field
          label="Add a website"
          hint="Its address as in the browser. A path does not matter; www does."
          error={model.draftError.value}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="url"
              dir="ltr"
              inputMode="url"
              placeholder="https://www.example.com"
              value={model.draft.value}
              onEdit={model.edit}
            />
          )}
        </Field>
        <Button type="submit" busy={model.busy.value}>
          Add
        </Button>
      </form>
    </>
  )
}

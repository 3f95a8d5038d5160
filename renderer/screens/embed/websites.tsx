import { useRef } from 'preact/hooks'
import type { Embedding } from '#contracts/embedding.ts'
import { embedTexts } from '../../texts/embed.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Badge } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { GlobeIcon, TrashIcon } from '../../ui/icons.tsx'
import type { EmbedModel } from './model.ts'
import { reachOf } from './reach.ts'

interface WebsitesProps {
  readonly model: EmbedModel
  readonly embedding: Embedding
}

/** The websites that may show the assistant, and whether their visitors reach this Parley. */
export function Websites({ model, embedding }: WebsitesProps) {
  const form = useRef<HTMLFormElement>(null)
  const { allowed_origins, origin: parley } = embedding

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    await model.add()
    form.current?.querySelector('input')?.focus()
  }

  return (
    <>
      {allowed_origins.length === 0 ? (
        <p class="quiet">{embedTexts.noWebsite}</p>
      ) : (
        <ul class="websites" aria-label={embedTexts.websitesLabel}>
          {allowed_origins.map((origin) => (
            <li key={origin}>
              <GlobeIcon size={18} />
              <span class="website-name" dir="ltr">
                {origin}
              </span>
              <ReachBadge website={origin} parley={parley} />
              <IconButton
                icon={TrashIcon}
                label={embedTexts.remove(origin)}
                onClick={() => model.remove(origin)}
              />
            </li>
          ))}
        </ul>
      )}
      <form ref={form} class="form-line" onSubmit={submit} noValidate>
        <Field
          label={embedTexts.addWebsite}
          hint={embedTexts.addWebsiteHint}
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
        <Button type="submit" busy={model.busy.value === 'origins'}>
          {embedTexts.add}
        </Button>
      </form>
    </>
  )
}

function ReachBadge({ website, parley }: { readonly website: string; readonly parley: string }) {
  const reach = reachOf(website, parley)
  return (
    <Badge tone={reach === 'works' ? 'ok' : 'attention'} isDot>
      {embedTexts.reach[reach]}
    </Badge>
  )
}

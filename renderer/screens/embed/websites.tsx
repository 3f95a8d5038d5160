import { useRef } from 'preact/hooks'
import type { Embedding } from '#contracts/assistant-embedding.ts'
import { reachOf } from '#contracts/reach.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Badge } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { GlobeIcon, TrashIcon } from '../../ui/icons.tsx'
import type { WebsitesModel } from './websites-model.ts'

interface WebsitesProps {
  readonly model: WebsitesModel
  readonly embedding: Embedding
}

/** Websites that may show the assistant, and whether their visitors can reach this Parley. */
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
        <p class="quiet">{t('embedWebsites.none')}</p>
      ) : (
        <ul class="websites" aria-label={t('embedWebsites.listLabel')}>
          {allowed_origins.map((origin) => (
            <li key={origin}>
              <GlobeIcon size={18} />
              <span class="website-name" dir="ltr">
                {origin}
              </span>
              <ReachBadge website={origin} parley={parley} />
              <IconButton
                icon={TrashIcon}
                label={t('embedWebsites.remove', { origin })}
                onClick={() => model.remove(origin)}
              />
            </li>
          ))}
        </ul>
      )}
      <form ref={form} class="form-line" onSubmit={submit} noValidate>
        <Field
          label={t('embedWebsites.addWebsite')}
          hint={t('embedWebsites.addWebsiteHint')}
          error={model.error.value}
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
          {t('embedWebsites.add')}
        </Button>
      </form>
    </>
  )
}

function ReachBadge({ website, parley }: { readonly website: string; readonly parley: string }) {
  const reach = reachOf(website, parley)
  return (
    <Badge tone={reach === 'works' ? 'ok' : 'attention'} isDot>
      {t(`embedWebsites.reach.${reach}`)}
    </Badge>
  )
}

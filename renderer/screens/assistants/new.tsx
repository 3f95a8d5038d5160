import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { ScreenProps } from '../../screen.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { newDraft } from './draft.ts'
import { createAssistantFormModel } from './form-model.ts'
import { Preview } from './preview.tsx'
import { Background, Engine, Words } from './sections.tsx'

/** The form that makes an assistant. */
export function NewAssistantScreen({ desk }: ScreenProps) {
  const { route } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const model = useModel(() =>
    createAssistantFormModel(desk.call, newDraft(Intl.DateTimeFormat().resolvedOptions().timeZone)),
  )
  useEffect(() => void model.load(), [model])

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const created = await model.submit()
    if (!created) return focusFirstMistake(form.current)
    desk.toasts.show(`${created.name} is ready. Try it, then activate it.`)
    route('/app/assistants')
  }

  return (
    <Page>
      <PageHead
        title="New assistant"
        lead="It stays inactive until you activate it, so nothing here can go wrong in public."
        back={{ href: '/app/assistants', label: 'Assistants' }}
      />
      <div class="form-columns">
        <form ref={form} class="form" onSubmit={submit} noValidate>
          <Words model={model} />
          <Background model={model} />
          <Engine model={model} />
          <Summary model={model} />
          <div class="form-actions">
            <Button kind="primary" type="submit" busy={model.busy.value}>
              Create assistant
            </Button>
            <LinkButton href="/app/assistants" kind="quiet">
              Cancel
            </LinkButton>
          </div>
        </form>
        <Preview draft={model.draft.value} />
      </div>
    </Page>
  )
}

function Summary({ model }: { readonly model: ReturnType<typeof createAssistantFormModel> }) {
  const others = model.otherErrors.value
  return (
    <div role="alert">
      {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
      {others.length > 0 && (
        <Banner tone="danger" icon={AlertIcon}>
          <ul>
            {others.map(([field, message]) => (
              <li key={field}>{message}</li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}

/** The mistakes are drawn first; then the first of them takes the focus. */
function focusFirstMistake(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

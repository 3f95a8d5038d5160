import { useEffect } from 'preact/hooks'
import type { Assistant } from '#contracts/assistants.ts'
import type { ScreenProps } from '../../screen.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { AssistantIcon, PlusIcon } from '../../ui/icons.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { AssistantRow } from './assistant-row.tsx'
import { type AssistantsModel, createAssistantsModel } from './list-model.ts'

/** All assistants and what can be done with each. */
export function Assistants({ desk }: ScreenProps) {
  const model = useModel(() => createAssistantsModel(desk.call, desk.live))
  useEffect(() => void model.open(), [model])

  async function setActive(assistant: Assistant, isActive: boolean): Promise<void> {
    try {
      await model.setActive(assistant, isActive)
    } catch (failure) {
      desk.toasts.show(`${assistant.name}: ${(failure as Error).message}`, 'danger')
    }
  }

  return (
    <Page>
      <PageHead
        title="Assistants"
        lead="Each one answers visitors in its own words. Only active ones can be reached."
      >
        <LinkButton href="/app/assistants/new" kind="primary" icon={PlusIcon}>
          New assistant
        </LinkButton>
      </PageHead>
      <List model={model} onSetActive={setActive} />
    </Page>
  )
}

interface ListProps {
  readonly model: AssistantsModel
  readonly onSetActive: (assistant: Assistant, isActive: boolean) => void
}

function List({ model, onSetActive }: ListProps) {
  const page = model.page.value
  if (!page) {
    return model.error.value ? (
      <ErrorState title="The assistants could not be loaded" onRetry={() => model.open()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label="Loading assistants" />
    )
  }
  if (page.total === 0) return <NoAssistants />
  return (
    <section aria-label="Assistants" aria-busy={model.busy.value}>
      {model.error.value && <p class="field-error">{model.error.value}</p>}
      <ul class="assistant-rows">
        {page.data.map((assistant) => (
          <AssistantRow
            key={assistant.id}
            assistant={assistant}
            isChanging={model.changing.value.has(assistant.id)}
            onSetActive={(isActive) => onSetActive(assistant, isActive)}
          />
        ))}
      </ul>
      <Pagination page={page} onOpen={model.open} />
    </section>
  )
}

function NoAssistants() {
  return (
    <Empty
      icon={AssistantIcon}
      title="No assistants yet"
      actions={
        <LinkButton href="/app/assistants/new" kind="primary" icon={PlusIcon}>
          Create the first one
        </LinkButton>
      }
    >
      <p>
        An assistant needs a name, a first sentence and a few words about what it should know. You
        can try it before any visitor sees it.
      </p>
    </Empty>
  )
}

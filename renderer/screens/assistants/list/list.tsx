import './list.css'
import '../filing/filing.css'
import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useCommands } from '../../../app/keys/shortcuts.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { t } from '../../../locales/translate.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Page, PageHead } from '../../../ui/display.tsx'
import { WindowDrop } from '../../../ui/drop-zone.tsx'
import { AssistantIcon, PlusIcon } from '../../../ui/icons.tsx'
import { FolderIcon, ImportIcon } from '../../../ui/icons-work.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { BulkBar } from '../../../ui/toolbar.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { FileDialog } from '../filing/file-dialog.tsx'
import { FilingNav } from '../filing/filing-nav.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'
import { AssistantRow } from './assistant-row.tsx'
import { type AssistantsModel, createAssistantsModel } from './list-model.ts'

/** All assistants with their actions. */
export function Assistants({ desk }: ScreenProps) {
  const model = useModel(() => createAssistantsModel(desk))
  const importing = useSignal<{ readonly file: File | undefined }>()
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => void model.open(), [model])
  useCommands(desk, [
    { id: 'list.search', isKeyOnly: true, run: () => search.current?.focus() },
    { id: 'list.new', isKeyOnly: true, run: () => desk.address.go('/app/assistants/new') },
  ])
  const startImport = (file?: File) => {
    importing.value = { file }
  }

  return (
    <Page>
      <PageHead title={t('assistants.title')} lead={t('assistants.lead')}>
        <Button icon={ImportIcon} onClick={() => startImport()}>
          {t('assistants.import.open')}
        </Button>
        <LinkButton href="/app/assistants/new" kind="primary" icon={PlusIcon}>
          {t('assistants.create')}
        </LinkButton>
      </PageHead>
      {model.all.value && model.all.value.length > 0 ? (
        <div class="assistant-columns">
          <FilingNav desk={desk} filing={model.filing} total={model.all.value.length} />
          <List desk={desk} model={model} searchRef={search} />
        </div>
      ) : (
        <List desk={desk} model={model} searchRef={search} />
      )}
      <WindowDrop
        icon={ImportIcon}
        hint={t('assistants.import.drop')}
        onFiles={([file]) => startImport(file)}
      />
      {importing.value && (
        <ImportDialog
          desk={desk}
          file={importing.value.file}
          onClose={() => {
            importing.value = undefined
          }}
        />
      )}
    </Page>
  )
}

interface ListProps extends Pick<ScreenProps, 'desk'> {
  readonly model: AssistantsModel
  readonly searchRef: RefObject<HTMLInputElement | null>
}

function List({ desk, model, searchRef }: ListProps) {
  const all = model.all.value
  if (!all) {
    return model.error.value ? (
      <ErrorState title={t('assistants.failed')} onRetry={() => model.open()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('assistants.loading')} />
    )
  }
  if (all.length === 0) return <NoAssistants />
  const shown = model.shown.value ?? []
  return (
    <section aria-label={t('assistants.title')} aria-busy={model.busy.value} class="assistant-list">
      <div class="assistant-filter">
        <SearchInput
          label={t('assistants.search')}
          placeholder={t('assistants.search')}
          shortcut="/"
          inputRef={searchRef}
          value={model.search.value}
          onEdit={(text) => {
            model.search.value = text
          }}
        />
        <Segmented
          label={t('assistants.filter')}
          value={model.status.value}
          options={(['all', 'active', 'inactive'] as const).map((value) => ({
            value,
            label: t(`assistants.filters.${value}`),
          }))}
          onChoose={(value) => {
            model.status.value = value
          }}
        />
      </div>
      {model.error.value && <p class="field-error">{model.error.value}</p>}
      <Selection desk={desk} model={model} />
      {shown.length === 0 ? (
        <Empty
          icon={AssistantIcon}
          title={t('assistants.nothingFits')}
          actions={
            <Button onClick={() => desk.address.setQuery(UNFILTERED)}>
              {t('assistants.showAll')}
            </Button>
          }
        />
      ) : (
        <ul class="assistant-rows">
          {shown.map((assistant) => (
            <AssistantRow key={assistant.id} desk={desk} model={model} assistant={assistant} />
          ))}
        </ul>
      )}
    </section>
  )
}

const UNFILTERED = { q: undefined, status: undefined, folder: undefined, label: undefined }

/** Folder and labels of the selected assistants. */
function Selection({ desk, model }: Pick<ListProps, 'desk' | 'model'>) {
  const isFiling = useSignal(false)
  const { selected, clearSelection, filing } = model
  const assistants = (model.all.value ?? []).filter(({ id }) => selected.value.has(id))
  if (assistants.length === 0) return null
  return (
    <>
      <BulkBar count={assistants.length} onClear={clearSelection}>
        <Button
          size="small"
          icon={FolderIcon}
          onClick={() => {
            isFiling.value = true
          }}
        >
          {t('filing.file')}
        </Button>
      </BulkBar>
      {isFiling.value && (
        <FileDialog
          desk={desk}
          filing={filing}
          assistants={assistants}
          onFiled={clearSelection}
          onClose={() => {
            isFiling.value = false
          }}
        />
      )}
    </>
  )
}

function NoAssistants() {
  return (
    <Empty
      icon={AssistantIcon}
      title={t('assistants.noneTitle')}
      actions={
        <LinkButton href="/app/assistants/new" kind="primary" icon={PlusIcon}>
          {t('assistants.createFirst')}
        </LinkButton>
      }
    >
      <p>{t('assistants.none')}</p>
    </Empty>
  )
}

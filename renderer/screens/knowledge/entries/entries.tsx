import './entries.css'
import { useSignal } from '@preact/signals'
import type { KnowledgeEntry } from '#contracts/knowledge-entries.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Page, PageHead } from '../../../ui/display.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon, QuoteIcon } from '../../../ui/icons-work.tsx'
import { Empty } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { FilterMenu } from '../../records/filter-menu.tsx'
import { RecordsList } from '../../records/records-list.tsx'
import { TextFilter } from '../../records/text-filter.tsx'
import { KnowledgePlaces } from '../places.tsx'
import { createEntriesModel, type EntriesModel } from './entries-model.ts'
import { BaseCell, EditButtons, TextCell } from './entry-cells.tsx'
import { EntryDialog } from './entry-dialog.tsx'

/** The questions and answers of the knowledge bases: a table that is edited in place. */
export function Entries({ desk }: ScreenProps) {
  const model = useModel(() => createEntriesModel(desk))
  const isAdding = useSignal(false)
  const add = () => {
    isAdding.value = true
  }
  const button = (kind: 'primary' | 'secondary') => (
    <Button kind={kind} icon={PlusIcon} onClick={add}>
      {t('entries.new')}
    </Button>
  )
  return (
    <Page>
      <PageHead
        title={t('entries.title')}
        lead={t('entries.lead')}
        foot={<KnowledgePlaces current="entries" />}
      >
        {button('primary')}
      </PageHead>
      <RecordsList
        desk={desk}
        model={model}
        label={t('entries.title')}
        columns={columnsOf(model)}
        keyOf={({ id }) => id}
        nameOf={({ question }) => question}
        onOpen={(entry) => void model.edit(entry)}
        onNew={add}
        counted={(count) => t('entries.counted', { count })}
        hasDates={false}
        filters={<Filters model={model} />}
        actions={(entry) => <RowActions desk={desk} model={model} entry={entry} />}
        empty={
          <Empty icon={QuoteIcon} title={t('entries.empty')} actions={button('secondary')}>
            <p>{t('entries.emptyHint')}</p>
          </Empty>
        }
      />
      {isAdding.value && (
        <EntryDialog
          desk={desk}
          draft={{ question: '', answer: '' }}
          onSaved={() => void model.load()}
          onClose={() => {
            isAdding.value = false
          }}
        />
      )}
    </Page>
  )
}

function columnsOf(model: EntriesModel): readonly Column<KnowledgeEntry>[] {
  return [
    {
      key: 'question',
      title: t('entries.question'),
      isPrimary: true,
      width: '28%',
      cell: (entry) => <TextCell model={model} entry={entry} field="question" />,
    },
    {
      key: 'answer',
      title: t('entries.answer'),
      cell: (entry) => <TextCell model={model} entry={entry} field="answer" />,
    },
    {
      key: 'base',
      title: t('knowledge.base'),
      cell: (entry) => <BaseCell model={model} entry={entry} />,
    },
    {
      key: 'source',
      title: t('entries.source'),
      cell: ({ conversation_id: id, message_seq: seq }) =>
        id === null ? (
          <span class="quiet">–</span>
        ) : (
          <a href={`/app/inbox/${id}${seq === null ? '' : `?message=${seq}`}`}>
            {t('entries.conversation')}
          </a>
        ),
    },
    {
      key: 'created',
      title: t('entries.date'),
      isHiddenOnPhone: true,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ]
}

function Filters({ model }: { readonly model: EntriesModel }) {
  const options = model.bases.value.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <>
      <TextFilter
        label={t('entries.search')}
        value={model.filters.search.value}
        onFilter={(search) => model.narrow({ search })}
      />
      <FilterMenu
        label={t('knowledge.base')}
        value={model.filters.knowledgebase_id.value}
        options={options}
        onChoose={(knowledgebase_id) => model.narrow({ knowledgebase_id })}
      />
    </>
  )
}

interface RowActionsProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly model: EntriesModel
  readonly entry: KnowledgeEntry
}

/** Edits and deletes an entry, or saves what is edited. */
function RowActions({ desk: { toasts }, model, entry }: RowActionsProps) {
  if (model.edited.value?.entry.id === entry.id) return <EditButtons model={model} />

  async function remove(): Promise<void> {
    try {
      const addAgain = await model.remove(entry)
      toasts.undo(t('entries.deleted'), addAgain)
    } catch (failure) {
      toasts.show(explain(failure), 'danger')
    }
  }

  return (
    <span class="entry-actions">
      <IconButton
        size="small"
        icon={EditIcon}
        label={t('entries.editOf', { question: entry.question })}
        onClick={() => void model.edit(entry)}
      />
      <IconButton
        size="small"
        icon={TrashIcon}
        label={t('entries.deleteOf', { question: entry.question })}
        onClick={() => void remove()}
      />
    </span>
  )
}

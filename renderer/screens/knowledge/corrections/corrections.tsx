import '../../records/records.css'
import './corrections.css'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Correction } from '#contracts/corrections.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Page, PageHead } from '../../../ui/display.tsx'
import { CloseIcon, SearchIcon } from '../../../ui/icons.tsx'
import { EditIcon } from '../../../ui/icons-work.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { FilterMenu } from '../../records/filter-menu.tsx'
import { EntryDialog } from '../entries/entry-dialog.tsx'
import { KnowledgePlaces } from '../places.tsx'
import { CorrectionCard } from './correction-card.tsx'
import { type CorrectionsModel, createCorrectionsModel } from './corrections-model.ts'
import { InstructionDialog } from './instruction-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'

/** A use of a correction that a dialog asks about. */
export type Use = 'knowledge' | 'test' | 'instruction'

/** Drafts that people corrected, each with what can be made of it. */
export function Corrections({ desk }: ScreenProps) {
  const model = useModel(() => createCorrectionsModel(desk))
  return (
    <Page>
      <PageHead
        title={t('corrections.title')}
        lead={t('corrections.lead')}
        foot={<KnowledgePlaces current="corrections" />}
      />
      <div class="records">
        <Filters model={model} />
        <div class="records-line">
          <p class="quiet" role="status">
            {model.page.value && t('corrections.counted', { count: model.page.value.total })}
          </p>
        </div>
        <List desk={desk} model={model} />
      </div>
    </Page>
  )
}

function Filters({ model }: { readonly model: CorrectionsModel }) {
  const { assistants, filters } = model
  return (
    <Toolbar label={t('records.filters')}>
      <FilterMenu
        label={t('corrections.assistant')}
        value={filters.assistant_id.value}
        options={assistants.value.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChoose={(assistant_id) => model.narrow({ assistant_id })}
      />
      <FilterMenu
        label={t('corrections.state')}
        value={filters.state.value}
        options={[{ value: 'done', label: t('corrections.done') }]}
        onChoose={(state) => model.narrow({ state })}
      />
      {model.isFiltered.value && (
        <Button size="small" kind="quiet" icon={CloseIcon} onClick={model.clear}>
          {t('records.clearFilters')}
        </Button>
      )}
    </Toolbar>
  )
}

interface ListProps {
  readonly desk: Desk
  readonly model: CorrectionsModel
}

function List({ desk, model }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const asked = useSignal<{ use: Use; correction: Correction } | undefined>(undefined)
  const page = model.page.value

  async function settle(correction: Correction, status: Correction['status']): Promise<void> {
    const index = page?.data.findIndex(({ id }) => id === correction.id) ?? 0
    try {
      const undo = await model.settle(correction, status)
      desk.toasts.undo(t(`corrections.settled.${status}`), undo)
      // Its row has gone: the keyboard goes on with the next one.
      requestAnimationFrame(() => focusRow(list.current, index))
    } catch (failure) {
      desk.toasts.show(explain(failure), 'danger')
    }
  }

  if (!page) {
    return model.error.value ? (
      <ErrorState title={t('records.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('records.loading')} rows={3} />
    )
  }
  if (page.data.length === 0) return <Nothing model={model} isBeyond={page.total > 0} />
  return (
    <>
      <ul class="corrections" ref={list}>
        {page.data.map((correction) => (
          <CorrectionCard
            key={correction.id}
            correction={correction}
            mayAdd={desk.session.may('knowledge')}
            mayTrain={desk.session.may('assistants')}
            maySettle={desk.session.may('conversations.change')}
            onUse={(use) => {
              asked.value = { use, correction }
            }}
            onSettle={(status) => void settle(correction, status)}
          />
        ))}
      </ul>
      <Pagination page={page} onOpen={model.open} />
      {asked.value && (
        <UseDialog
          desk={desk}
          {...asked.value}
          onDone={() => {
            if (asked.value) void settle(asked.value.correction, asked.value.use)
          }}
          onClose={() => {
            asked.value = undefined
          }}
        />
      )}
    </>
  )
}

/** Focuses the row at an index, or the last one. */
function focusRow(list: HTMLElement | null, index: number): void {
  const rows = [...(list?.children ?? [])] as HTMLElement[]
  const row = rows[Math.min(index, rows.length - 1)]
  if (row) row.focus()
  else document.querySelector<HTMLElement>('h1')?.focus()
}

function Nothing({ model, isBeyond }: { model: CorrectionsModel; isBeyond: boolean }) {
  if (!isBeyond && !model.isFiltered.value) {
    return (
      <Empty icon={EditIcon} title={t('corrections.empty')}>
        <p>{t('corrections.emptyHint')}</p>
      </Empty>
    )
  }
  return (
    <Empty
      icon={SearchIcon}
      title={isBeyond ? t('records.beyond') : t('records.noMatch')}
      actions={
        <Button onClick={() => (isBeyond ? model.open(1) : model.clear())}>
          {isBeyond ? t('records.firstPage') : t('records.clearFilters')}
        </Button>
      }
    >
      <p>{isBeyond ? t('records.beyondHint') : t('records.noMatchHint')}</p>
    </Empty>
  )
}

interface UseDialogProps {
  readonly desk: Desk
  readonly use: Use
  readonly correction: Correction
  readonly onDone: () => void
  readonly onClose: () => void
}

function UseDialog({ desk, use, correction, onDone, onClose }: UseDialogProps) {
  const { question, sent, conversation_id, message_seq, assistant } = correction
  if (use === 'test')
    return <TestDialog desk={desk} correction={correction} onSaved={onDone} onClose={onClose} />
  if (use === 'instruction')
    return (
      <InstructionDialog desk={desk} correction={correction} onSaved={onDone} onClose={onClose} />
    )
  return (
    <EntryDialog
      desk={desk}
      draft={{
        question: question ?? '',
        answer: sent,
        source: { conversation: conversation_id, seq: message_seq },
        assistant: assistant.uuid,
      }}
      isQuiet
      onSaved={onDone}
      onClose={onClose}
    />
  )
}

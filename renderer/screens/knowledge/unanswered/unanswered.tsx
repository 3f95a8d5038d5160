import '../../records/records.css'
import './unanswered.css'
import { useSignal } from '@preact/signals'
import type { QuestionGroup } from '#contracts/unanswered.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { t } from '../../../locales/translate.ts'
import { Page, PageHead } from '../../../ui/display.tsx'
import { HelpIcon } from '../../../ui/icons-work.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { FilterMenu } from '../../records/filter-menu.tsx'
import { EntryDialog } from '../entries/entry-dialog.tsx'
import type { EntryDraft } from '../entries/form-model.ts'
import { KnowledgePlaces } from '../places.tsx'
import { GroupCard } from './group-card.tsx'
import { createUnansweredModel, type UnansweredModel } from './unanswered-model.ts'

/** Questions that assistants could not answer, grouped by meaning. */
export function Unanswered({ desk }: ScreenProps) {
  const model = useModel(() => createUnansweredModel(desk))
  return (
    <Page>
      <PageHead
        title={t('unanswered.title')}
        lead={t('unanswered.lead')}
        foot={<KnowledgePlaces current="unanswered" />}
      />
      <div class="records">
        <Filters model={model} />
        <div class="records-line">
          <p class="quiet" role="status">
            {model.groups.value && t('unanswered.counted', { count: model.total.value })}
          </p>
        </div>
        <List desk={desk} model={model} />
      </div>
    </Page>
  )
}

function Filters({ model }: { readonly model: UnansweredModel }) {
  const { assistants, assistant, status } = model
  return (
    <Toolbar label={t('records.filters')}>
      <FilterMenu
        label={t('corrections.assistant')}
        value={assistant.value}
        options={assistants.value.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChoose={(id) => {
          assistant.value = id
        }}
      />
      <FilterMenu
        label={t('corrections.state')}
        value={status.value === 'open' ? '' : status.value}
        options={[{ value: 'dismissed', label: t('corrections.statuses.dismissed') }]}
        onChoose={(value) => {
          status.value = value === 'dismissed' ? 'dismissed' : 'open'
        }}
      />
    </Toolbar>
  )
}

interface ListProps {
  readonly desk: Desk
  readonly model: UnansweredModel
}

/** A group whose answer is being written. */
interface Drafted {
  readonly group: QuestionGroup
  readonly draft: EntryDraft & { readonly by?: string }
}

function List({ desk, model }: ListProps) {
  const drafted = useSignal<Drafted | undefined>(undefined)
  const groups = model.groups.value
  const attempt = (work: Promise<unknown>) =>
    void work.catch((failure: unknown) => desk.toasts.show(explain(failure), 'danger'))

  async function settle(group: QuestionGroup, status: QuestionGroup['status']): Promise<void> {
    const undo = await model.settle(group, status)
    desk.toasts.undo(t(`unanswered.settled.${status}`), () => attempt(undo()))
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.question-group, h1')?.focus())
  }

  if (model.error.value) {
    return (
      <ErrorState title={t('records.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    )
  }
  if (!groups) return <Loading label={t('records.loading')} rows={4} />
  if (groups.length === 0) {
    return (
      <Empty icon={HelpIcon} title={t('unanswered.empty')}>
        <p>{t('unanswered.emptyHint')}</p>
      </Empty>
    )
  }
  return (
    <>
      <ul class="question-groups">
        {groups.map((group) => (
          <GroupCard
            key={group.id}
            group={group}
            whole={model.opened.value.get(group.id)}
            mayAdd={desk.session.may('knowledge')}
            maySettle={desk.session.may('conversations.change')}
            onToggle={() => attempt(model.toggle(group))}
            onDraft={() =>
              attempt(
                model.draft(group).then((draft) => {
                  drafted.value = { group, draft }
                }),
              )
            }
            onSettle={(status) => attempt(settle(group, status))}
          />
        ))}
      </ul>
      {drafted.value && (
        <EntryDialog
          desk={desk}
          draft={drafted.value.draft}
          note={noteOf(drafted.value.draft.by)}
          isQuiet
          onSaved={() => {
            if (drafted.value) attempt(settle(drafted.value.group, 'answered'))
          }}
          onClose={() => {
            drafted.value = undefined
          }}
        />
      )}
    </>
  )
}

const noteOf = (by: string | undefined): string =>
  by === undefined ? t('unanswered.noReply') : t('unanswered.fromReply', { name: by })

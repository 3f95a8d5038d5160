import type { Desk } from '../../../app/desk.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CheckIcon, CloseIcon, MoreIcon } from '../../../ui/icons.tsx'
import { PersonPlusIcon, SnoozeIcon, TagIcon } from '../../../ui/icons-work.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import type { BulkModel } from './bulk-model.ts'
import { ExportMenu } from './export-menu.tsx'
import type { ExportModel } from './export-model.ts'
import type { ListModel } from './list-model.ts'

interface BulkBarProps {
  readonly desk: Pick<Desk, 'commands' | 'session'>
  readonly bulk: BulkModel
  readonly list: ListModel
  readonly exports: ExportModel
}

/** Actions on the selection, with an offer to select everything that matches. */
export function BulkBar({ desk, bulk, list, exports }: BulkBarProps) {
  const number = bulk.count.value
  if (number === 0) return <Progress bulk={bulk} />
  const matching = list.matching.value
  const isMore = !bulk.isAll.value && (matching?.count ?? 0) > bulk.chosen.value.size
  const mayChange = desk.session.may('conversations.change')
  return (
    // biome-ignore lint/a11y/useSemanticElements: not form fields alone
    <div class="inbox-bulk" role="group" aria-label={t('actions.bulk')}>
      <div class="inbox-bulk-line">
        <strong role="status">
          {bulk.isAll.value
            ? t('actions.allSelected', { count: number })
            : t('actions.selected', { count: number })}
        </strong>
        {isMore && (
          <Button kind="quiet" size="small" onClick={() => void bulk.chooseAll()}>
            {t('actions.selectAll', { count: matching!.count })}
          </Button>
        )}
        <span class="line-end">
          <IconButton
            icon={CloseIcon}
            label={t('actions.clearSelection')}
            size="small"
            onClick={bulk.clear}
          />
        </span>
      </div>
      <div class="inbox-bulk-line">
        {mayChange && <Actions desk={desk} bulk={bulk} />}
        {desk.session.may('exports') && <ExportMenu model={exports} kind="secondary" />}
      </div>
    </div>
  )
}

/** Actions that change the selected conversations. */
function Actions({ desk, bulk }: Pick<BulkBarProps, 'desk' | 'bulk'>) {
  const key = (id: string) => desk.commands.keysOf(id)[0]
  const ask = (question: 'assign' | 'label' | 'snooze') => () => {
    bulk.question.value = question
  }
  return (
    <>
      <Button size="small" icon={CheckIcon} onClick={bulk.end} shortcut={key('conversation.end')}>
        {t('actions.end')}
      </Button>
      <IconButton
        icon={PersonPlusIcon}
        label={t('actions.assign')}
        size="small"
        kind="secondary"
        shortcut={key('conversation.assign')}
        onClick={ask('assign')}
      />
      <IconButton
        icon={TagIcon}
        label={t('actions.label')}
        size="small"
        kind="secondary"
        shortcut={key('conversation.label')}
        onClick={ask('label')}
      />
      <IconButton
        icon={SnoozeIcon}
        label={t('actions.snooze')}
        size="small"
        kind="secondary"
        shortcut={key('conversation.snooze')}
        onClick={ask('snooze')}
      />
      <Menu
        label={t('actions.more')}
        align="end"
        items={[
          { label: t('actions.read'), onSelect: () => void bulk.run({ action: 'read' }) },
          { label: t('actions.unread'), onSelect: () => void bulk.run({ action: 'unread' }) },
          { label: t('actions.unsnooze'), onSelect: () => void bulk.run({ action: 'unsnooze' }) },
          { heading: t('actions.mode') },
          ...(['auto', 'approve', 'human'] as const).map((mode) => ({
            label: t(`inbox.modes.${mode}`),
            onSelect: () => void bulk.run({ action: 'mode', value: { mode } }),
          })),
        ]}
        trigger={(props) => (
          <IconButton
            {...props}
            icon={MoreIcon}
            label={t('actions.more')}
            size="small"
            kind="secondary"
          />
        )}
      />
    </>
  )
}

function Progress({ bulk }: { readonly bulk: BulkModel }) {
  const operation = bulk.progress.value
  if (!operation) return null
  const { status, processed, matched } = operation
  const isKnown = status !== 'collecting' && matched > 0
  return (
    <div class="inbox-bulk">
      <ProgressBar
        label={
          isKnown
            ? t('actions.working', { done: formatNumber(processed), all: formatNumber(matched) })
            : t('actions.collecting')
        }
        isLabelShown
        value={isKnown ? processed / matched : undefined}
      />
    </div>
  )
}

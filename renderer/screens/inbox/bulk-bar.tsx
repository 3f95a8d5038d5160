import type { Desk } from '../../desk.ts'
import { deedTexts } from '../../texts/deeds.ts'
import { formatNumber } from '../../texts/format.ts'
import { inboxTexts as t } from '../../texts/inbox.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CheckIcon, CloseIcon, MoreIcon } from '../../ui/icons.tsx'
import { PersonPlusIcon, SnoozeIcon, TagIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import type { BulkModel } from './bulk-model.ts'
import { ExportMenu } from './export-menu.tsx'
import type { ExportModel } from './export-model.ts'
import type { ListModel } from './list-model.ts'

interface BulkBarProps {
  readonly desk: Pick<Desk, 'commands'>
  readonly bulk: BulkModel
  readonly list: ListModel
  readonly exports: ExportModel
}

/** What can be done with all that is selected, and an offer to select everything that matches. */
export function BulkBar({ desk, bulk, list, exports }: BulkBarProps) {
  const number = bulk.count.value
  if (number === 0) return <Progress bulk={bulk} />
  const matching = list.matching.value
  const isMore = !bulk.isAll.value && (matching?.count ?? 0) > bulk.chosen.value.size
  const key = (id: string) => desk.commands.keysOf(id)[0]
  const ask = (question: 'assign' | 'label' | 'snooze') => () => {
    bulk.question.value = question
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: not form fields alone
    <div class="inbox-bulk" role="group" aria-label={deedTexts.bulk}>
      <div class="inbox-bulk-line">
        <strong role="status">
          {bulk.isAll.value ? deedTexts.allSelected(number) : deedTexts.selected(number)}
        </strong>
        {isMore && (
          <Button kind="quiet" size="small" onClick={() => void bulk.chooseAll()}>
            {deedTexts.selectAll(matching!.count)}
          </Button>
        )}
        <span class="line-end">
          <IconButton
            icon={CloseIcon}
            label={deedTexts.clearSelection}
            size="small"
            onClick={bulk.clear}
          />
        </span>
      </div>
      <div class="inbox-bulk-line">
        <Button size="small" icon={CheckIcon} onClick={bulk.end} shortcut={key('conversation.end')}>
          {deedTexts.end}
        </Button>
        <IconButton
          icon={PersonPlusIcon}
          label={deedTexts.assign}
          size="small"
          kind="secondary"
          shortcut={key('conversation.assign')}
          onClick={ask('assign')}
        />
        <IconButton
          icon={TagIcon}
          label={deedTexts.label}
          size="small"
          kind="secondary"
          shortcut={key('conversation.label')}
          onClick={ask('label')}
        />
        <IconButton
          icon={SnoozeIcon}
          label={deedTexts.snooze}
          size="small"
          kind="secondary"
          shortcut={key('conversation.snooze')}
          onClick={ask('snooze')}
        />
        <ExportMenu model={exports} kind="secondary" />
        <Menu
          label={deedTexts.more}
          align="end"
          items={[
            { label: deedTexts.read, onSelect: () => void bulk.run({ action: 'read' }) },
            { label: deedTexts.unread, onSelect: () => void bulk.run({ action: 'unread' }) },
            { label: deedTexts.unsnooze, onSelect: () => void bulk.run({ action: 'unsnooze' }) },
            { heading: deedTexts.mode },
            ...(['auto', 'approve', 'human'] as const).map((mode) => ({
              label: t.modes[mode],
              onSelect: () => void bulk.run({ action: 'mode', value: { mode } }),
            })),
          ]}
          trigger={(props) => (
            <IconButton
              {...props}
              icon={MoreIcon}
              label={deedTexts.more}
              size="small"
              kind="secondary"
            />
          )}
        />
      </div>
    </div>
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
            ? deedTexts.working(formatNumber(processed), formatNumber(matched))
            : deedTexts.collecting
        }
        isLabelShown
        value={isKnown ? processed / matched : undefined}
      />
    </div>
  )
}

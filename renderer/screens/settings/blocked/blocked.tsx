import type { Block } from '#contracts/blocks.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Card } from '../../../ui/display.tsx'
import { BanIcon } from '../../../ui/icons.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { keyWords } from '../../inbox/thread/block-dialog.tsx'
import { type BlockedModel, createBlockedModel } from './model.ts'

const nameOf = ({ name }: Block): string => name ?? t('people.visitor')

const COLUMNS: readonly Column<Block>[] = [
  {
    key: 'name',
    title: t('blocks.sender'),
    isPrimary: true,
    cell: (block) =>
      block.conversation_id === null ? (
        <bdi>{nameOf(block)}</bdi>
      ) : (
        <a href={`/app/inbox/${block.conversation_id}`} dir="auto">
          {nameOf(block)}
        </a>
      ),
  },
  {
    key: 'keys',
    title: t('blocks.what'),
    cell: ({ keys }) => keys.map(keyWords).join(', '),
  },
  {
    key: 'reason',
    title: t('blocks.reason'),
    cell: ({ reason }) => reason && <bdi>{reason}</bdi>,
  },
  {
    key: 'by',
    title: t('blocks.by'),
    cell: ({ by, created_at }) => (
      <span>
        <bdi>{by?.name ?? t('blocks.someone')}</bdi>, <Time at={created_at} />
      </span>
    ),
  },
  {
    key: 'until',
    title: t('blocks.until'),
    cell: ({ ends_at }) => (ends_at ? <Time at={ends_at} as="full" /> : t('blocks.durations.open')),
  },
]

/** Blocked senders, with who blocked them, when and why. */
export function Blocked({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createBlockedModel(desk))
  const blocks = model.blocks.value
  return (
    <Card title={t('blocks.list')} note={t('blocks.listNote')}>
      {model.failure.value ? (
        <ErrorState title={t('blocks.failed')} onRetry={() => void model.load()}>
          <p>{model.failure.value}</p>
        </ErrorState>
      ) : blocks === undefined ? (
        <Loading label={t('blocks.loading')} />
      ) : (
        <DataTable
          label={t('blocks.list')}
          rows={blocks}
          keyOf={({ id }) => id}
          nameOf={nameOf}
          columns={COLUMNS}
          {...(desk.session.may('conversations.change') && {
            actions: (block: Block) => <Unblock desk={desk} model={model} block={block} />,
          })}
          empty={
            <Empty icon={BanIcon} title={t('blocks.empty')}>
              <p>{t('blocks.emptyHint')}</p>
            </Empty>
          }
        />
      )}
    </Card>
  )
}

interface UnblockProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly model: BlockedModel
  readonly block: Block
}

/** Lifts a block, which can be undone. */
function Unblock({ desk: { toasts }, model, block }: UnblockProps) {
  async function lift(): Promise<void> {
    try {
      const restore = await model.lift(block)
      toasts.undo(t('blocks.unblocked'), restore)
    } catch (failure) {
      toasts.show(explain(failure), 'danger')
    }
  }

  return (
    <Button
      size="small"
      aria-label={t('blocks.unblockOf', { name: nameOf(block) })}
      onClick={() => void lift()}
    >
      {t('blocks.unblock')}
    </Button>
  )
}

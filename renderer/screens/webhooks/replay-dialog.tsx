import type { Desk } from '../../app/desk.ts'
import { t, tIfKnown } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Banner, Spinner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import type { AssistantOption } from '../records/assistant-options.ts'
import { createReplayModel, type ReplayFilter } from './list-model.ts'

interface ReplayDialogProps {
  readonly desk: Desk
  readonly filter: ReplayFilter
  readonly assistants: readonly AssistantOption[]
  readonly onClose: () => void
  readonly onReplayed: () => void
}

/** Asks before a replay: the number of deliveries, and that it cannot be undone. */
export function ReplayDialog(props: ReplayDialogProps) {
  const { desk, filter, onClose, onReplayed } = props
  const model = useModel(() => createReplayModel(desk.api, filter))
  const count = model.count.value
  if (count === undefined || count === 0) {
    return (
      <Dialog
        title={t('webhooks.replayAll')}
        size="small"
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('common.close')}</Button>}
      >
        {model.error.value && <Banner tone="danger">{model.error.value}</Banner>}
        {!model.error.value &&
          (count === undefined ? (
            <Spinner label={t('webhooks.replayCounting')} />
          ) : (
            <p>{t('webhooks.replayNone')}</p>
          ))}
        <Only {...props} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={t('webhooks.replayTitle', { count })}
      confirm={t('webhooks.replayConfirm')}
      isDanger
      onClose={onClose}
      onConfirm={async () => {
        desk.toasts.show(t('webhooks.replayed', { count: await model.replay() }))
        onReplayed()
      }}
    >
      <p>{t('webhooks.replayWords')}</p>
      <p>{t('webhooks.replayFinal')}</p>
      <Only {...props} />
    </ConfirmDialog>
  )
}

/** Filters of the replay. */
function Only({ filter: { event, assistant_id, url }, assistants }: ReplayDialogProps) {
  if (!event && !assistant_id && !url) return null
  const name = assistants.find(({ id }) => String(id) === assistant_id)?.name ?? assistant_id
  const rows: (false | [string, string])[] = [
    !!event && [t('webhooks.columns.event'), tIfKnown('deliveries.events', event) ?? event],
    !!assistant_id && [t('webhooks.columns.assistant'), name ?? ''],
    !!url && [t('webhooks.columns.url'), url],
  ]
  return (
    <>
      <p class="quiet">{t('webhooks.replayOnly')}</p>
      <Facts rows={rows.filter((row) => row !== false)} />
    </>
  )
}

import type { WebhookEvent } from '#contracts/enums.ts'
import type { Desk } from '../../desk.ts'
import { commonTexts } from '../../texts/common.ts'
import { deliveriesTexts } from '../../texts/deliveries.ts'
import { webhooksTexts as t } from '../../texts/webhooks.ts'
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

/** Says how many go out once more, and that it cannot be undone. */
export function ReplayDialog(props: ReplayDialogProps) {
  const { desk, filter, onClose, onReplayed } = props
  const model = useModel(() => createReplayModel(desk.api, filter))
  const count = model.count.value
  if (count === undefined || count === 0) {
    return (
      <Dialog
        title={t.replayAll}
        size="small"
        onClose={onClose}
        actions={<Button onClick={onClose}>{commonTexts.close}</Button>}
      >
        {model.error.value && <Banner tone="danger">{model.error.value}</Banner>}
        {!model.error.value &&
          (count === undefined ? <Spinner label={t.replayCounting} /> : <p>{t.replayNone}</p>)}
        <Only {...props} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={t.replayTitle(count)}
      confirm={t.replayConfirm}
      isDanger
      onClose={onClose}
      onConfirm={async () => {
        desk.toasts.show(t.replayed(await model.replay()))
        onReplayed()
      }}
    >
      <p>{t.replayWords}</p>
      <p>{t.replayFinal}</p>
      <Only {...props} />
    </ConfirmDialog>
  )
}

/** What narrows it. */
function Only({ filter: { event, assistant_id, url }, assistants }: ReplayDialogProps) {
  if (!event && !assistant_id && !url) return null
  const name = assistants.find(({ id }) => String(id) === assistant_id)?.name ?? assistant_id
  const rows: (false | [string, string])[] = [
    !!event && [t.columns.event, deliveriesTexts.events[event as WebhookEvent]],
    !!assistant_id && [t.columns.assistant, name ?? ''],
    !!url && [t.columns.url, url],
  ]
  return (
    <>
      <p class="quiet">{t.replayOnly}</p>
      <Facts rows={rows.filter((row) => row !== false)} />
    </>
  )
}

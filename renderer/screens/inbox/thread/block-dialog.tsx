import './block.css'
import type { Block, BlockKey } from '#contracts/blocks.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Banner, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { type BlockModel, createBlockModel, DURATIONS, type Duration } from './block-model.ts'

interface BlockDialogProps {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
  /** UUID of the conversation. */
  readonly conversation: string
  readonly onClose: () => void
}

/** Words for something that a sender is recognised by. */
export const keyWords = ({ kind, value }: BlockKey): string =>
  kind === 'visitor' || kind === 'identity'
    ? t(`blocks.kinds.${kind}`)
    : t(`blocks.kinds.${kind}`, { value })

/** Blocks the sender of a conversation, or lifts their block. */
export function BlockDialog({ desk, conversation, onClose }: BlockDialogProps) {
  const model = useModel(() => createBlockModel(desk.api, conversation))
  const block = model.block.value
  const isUnknown = model.keys.value?.length === 0

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    const made = await model.save()
    if (!made) return
    onClose()
    desk.toasts.undo(t('blocks.blocked'), () => desk.api.unblockSender({ params: { id: made.id } }))
  }

  async function lift(): Promise<void> {
    if (!block || !(await model.lift(block))) return
    onClose()
    desk.toasts.undo(t('blocks.unblocked'), () =>
      desk.api.restoreBlock({ params: { id: block.id } }),
    )
  }

  return (
    <Dialog
      // Once it has loaded, its first field takes the focus.
      key={model.keys.value ? 'loaded' : 'loading'}
      title={block ? t('blocks.isBlocked') : t('blocks.title')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {block ? (
            <Button kind="primary" busy={model.busy.value} onClick={() => void lift()}>
              {t('blocks.unblock')}
            </Button>
          ) : (
            <Button
              kind="danger"
              busy={model.busy.value}
              disabled={model.kinds.value.size === 0}
              onClick={() => void submit()}
            >
              {t('blocks.block')}
            </Button>
          )}
        </>
      }
    >
      {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
      {block ? (
        <InForce block={block} />
      ) : isUnknown ? (
        <p>{t('blocks.unknown')}</p>
      ) : model.keys.value ? (
        <form class="form" onSubmit={(event) => void submit(event)}>
          <Fields model={model} keys={model.keys.value} />
          <button type="submit" hidden />
        </form>
      ) : (
        !model.failure.value && <Loading label={t('blocks.loading')} rows={2} />
      )}
    </Dialog>
  )
}

interface FieldsProps {
  readonly model: BlockModel
  readonly keys: readonly BlockKey[]
}

function Fields({ model, keys }: FieldsProps) {
  return (
    <>
      <p class="quiet">{t('blocks.words')}</p>
      <fieldset class="block-kinds">
        <legend>{t('blocks.what')}</legend>
        {keys.map((key) => (
          <Checkbox
            key={`${key.kind} ${key.value}`}
            label={keyWords(key)}
            checked={model.kinds.value.has(key.kind)}
            onSwitch={(isOn) => model.toggle(key.kind, isOn)}
          />
        ))}
      </fieldset>
      <Field label={t('blocks.duration')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={model.duration.value}
            onEdit={(value) => {
              model.duration.value = value as Duration
            }}
          >
            {DURATIONS.map((value) => (
              <option key={value} value={value}>
                {t(`blocks.durations.${value}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={t('blocks.reason')}
        hint={t('blocks.reasonHint')}
        error={model.errors.value['reason']}
        isOptional
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            autocomplete="off"
            dir="auto"
            value={model.reason.value}
            onEdit={(value) => {
              model.reason.value = value
            }}
          />
        )}
      </Field>
    </>
  )
}

/** Facts about a block in force. */
function InForce({ block: { by, created_at, ends_at, keys, reason } }: { readonly block: Block }) {
  return (
    <>
      <p>
        {t('blocks.byAt', { name: by?.name ?? t('blocks.someone') })}{' '}
        <Time at={created_at} as="full" />
      </p>
      {reason && <p dir="auto">{reason}</p>}
      <p class="quiet">{keys.map(keyWords).join(', ')}</p>
      <p class="quiet">
        {ends_at ? (
          <>
            {t('blocks.until')} <Time at={ends_at} as="full" />
          </>
        ) : (
          t('blocks.durations.open')
        )}
      </p>
    </>
  )
}

import { useId, useRef } from 'preact/hooks'
import type { MessengerSender } from '#contracts/messenger-senders.ts'
import type { Desk } from '../../../../app/desk.ts'
import { t } from '../../../../locales/translate.ts'
import { Button } from '../../../../ui/button.tsx'
import { Select, TextInput } from '../../../../ui/controls.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Banner } from '../../../../ui/states.tsx'
import { useModel } from '../../../../ui/use-model.ts'
import { assistantOptions } from '../../../records/assistant-options.ts'
import { createSenderFormModel } from './senders-model.ts'

interface SenderDialogProps {
  readonly desk: Pick<Desk, 'api'>
  readonly existing?: MessengerSender | undefined
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Adds or edits a sender. */
export function SenderDialog({ desk, existing, onSaved, onClose }: SenderDialogProps) {
  const model = useModel(() => createSenderFormModel(desk.api, existing), [existing?.id])
  const assistants = useModel(() => ({ options: assistantOptions(desk.api) })).options
  const form = useRef<HTMLFormElement>(null)
  const numbers = useId()
  const { errors } = model

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    if (await model.save()) return onSaved()
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  return (
    <Dialog
      title={
        existing
          ? existing.bot
            ? t('messenger.bot.editTitle')
            : t('messenger.editTitle')
          : t('messenger.addTitle')
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={model.busy.value} onClick={() => void submit()}>
            {existing ? t('common.save') : t('messenger.add')}
          </Button>
        </>
      }
    >
      <form ref={form} class="form" onSubmit={(event) => void submit(event)} noValidate>
        {!existing?.bot && !existing?.connection && (
          <Field
            label={t('messenger.number')}
            hint={t('messenger.numberHint')}
            error={errors.value['phone_number'] ?? errors.value['phone_number_id']}
          >
            {(wiring) => (
              <>
                <TextInput
                  {...wiring}
                  type="tel"
                  dir="ltr"
                  list={numbers}
                  autocomplete="off"
                  value={model.number.value}
                  onEdit={(value) => {
                    model.number.value = value
                  }}
                />
                <datalist id={numbers}>
                  {model.numbers.value.map(({ id, phone_number, nickname }) => (
                    <option key={id} value={phone_number}>
                      {nickname ?? ''}
                    </option>
                  ))}
                </datalist>
              </>
            )}
          </Field>
        )}
        <Field
          label={t('messenger.name')}
          hint={
            existing?.bot
              ? t('messenger.bot.displayNameHint')
              : existing?.connection
                ? t('messenger.cloud.nameHint')
                : t('messenger.nameHint')
          }
          error={errors.value['display_name']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              value={model.name.value}
              onEdit={(value) => {
                model.name.value = value
              }}
            />
          )}
        </Field>
        <Field
          label={t('messenger.assistant')}
          hint={t('messenger.assistantHint')}
          error={errors.value['assistant_id']}
        >
          {(wiring) => (
            <Select
              {...wiring}
              value={model.assistant.value}
              onEdit={(value) => {
                model.assistant.value = value
              }}
            >
              <option value="">{t('messenger.people')}</option>
              {assistants.value.map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={t('messenger.webhook')}
          hint={t('messenger.webhookHint')}
          isOptional
          error={errors.value['read_receipts_webhook_url']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="url"
              dir="ltr"
              placeholder="https://"
              value={model.url.value}
              onEdit={(value) => {
                model.url.value = value
              }}
            />
          )}
        </Field>
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

import { useRef } from 'preact/hooks'
import type { ListedTrunk } from '#contracts/sip-trunks.ts'
import type { Desk } from '../../app/desk.ts'
import { locale } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { IncomingFields, NumberFields, OutgoingFields, SystemFields } from './trunk-fields.tsx'
import { createTrunkFormModel } from './trunk-model.ts'

interface TrunkDialogProps {
  readonly desk: Desk
  readonly existing?: ListedTrunk | undefined
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Adds or edits a SIP trunk. */
export function TrunkDialog({ desk, existing, onSaved, onClose }: TrunkDialogProps) {
  const country = locale.startsWith('de') ? 'DE' : 'US'
  const model = useModel(() => createTrunkFormModel(desk.api, country, existing), [existing?.id])
  const form = useRef<HTMLFormElement>(null)

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    if (await model.save()) return onSaved()
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  return (
    <Dialog
      title={
        existing
          ? t('phoneNumbers.editTitle', { number: existing.phone_number })
          : t('phoneNumbers.trunks.addTitle')
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={model.busy.value} onClick={() => void submit()}>
            {existing ? t('common.save') : t('phoneNumbers.trunks.add')}
          </Button>
        </>
      }
    >
      <form ref={form} class="form" noValidate onSubmit={(event) => void submit(event)}>
        {!existing && (
          <Choices
            label={t('phoneNumbers.trunks.kind')}
            value={model.kind.value}
            onChoose={(kind) => {
              model.kind.value = kind
            }}
            options={(['extension', 'number'] as const).map((value) => ({
              value,
              label: t(`phoneNumbers.trunks.kinds.${value}`),
            }))}
          />
        )}
        <NumberFields model={model} />
        <SystemFields model={model} />
        <IncomingFields model={model} />
        <OutgoingFields model={model} />
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

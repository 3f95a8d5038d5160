import { useSignal } from '@preact/signals'
import type { MessengerSender } from '#contracts/messenger-senders.ts'
import type { Desk } from '../../../../app/desk.ts'
import { t } from '../../../../locales/translate.ts'
import { Select } from '../../../../ui/controls.tsx'
import { Field } from '../../../../ui/field.tsx'
import { CloudDialog } from './cloud-dialog.tsx'
import { FormDialog } from './form-dialog.tsx'

interface NumberDialogProps {
  readonly desk: Pick<Desk, 'api' | 'session'>
  readonly existing?: MessengerSender | undefined
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Adds a number by the service that it is used through, or opens the connection of one. */
export function NumberDialog({ desk, existing, ...rest }: NumberDialogProps) {
  const kind = useSignal<'cloud' | 'form'>(existing?.connection?.kind ?? 'cloud')
  const chooser = desk.session.may('server.providers') && (
    <div class="messenger-kind">
      <Field label={t('messenger.cloud.through')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={kind.value}
            onEdit={(value) => {
              kind.value = value as 'cloud' | 'form'
            }}
          >
            <option value="cloud">{t('messenger.cloud.throughCloud')}</option>
            <option value="form">{t('messenger.cloud.throughForm')}</option>
          </Select>
        )}
      </Field>
    </div>
  )
  const Kind = kind.value === 'form' ? FormDialog : CloudDialog
  return <Kind desk={desk} existing={existing} chooser={chooser} {...rest} />
}

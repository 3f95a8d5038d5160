import { useRef } from 'preact/hooks'
import { PhoneNumberType } from '#contracts/enums.ts'
import type { ListedNumber } from '#contracts/phone-numbers.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Choices, Switch, TextInput } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createNumberFormModel } from './model.ts'

interface NumberDialogProps {
  readonly desk: Desk
  readonly existing?: ListedNumber | undefined
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Adds or edits a phone number. */
export function NumberDialog({ desk, existing, onSaved, onClose }: NumberDialogProps) {
  const model = useModel(() => createNumberFormModel(desk.api, existing), [existing?.id])
  const form = useRef<HTMLFormElement>(null)
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
          ? t('phoneNumbers.editTitle', { number: existing.phone_number })
          : t('phoneNumbers.addTitle')
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={model.busy.value} onClick={() => void submit()}>
            {existing ? t('common.save') : t('phoneNumbers.add')}
          </Button>
        </>
      }
    >
      <form ref={form} class="form" onSubmit={(event) => void submit(event)} noValidate>
        {!model.isBought && <NumberFields model={model} />}
        <Field
          label={t('phoneNumbers.nickname')}
          hint={t('phoneNumbers.nicknameHint')}
          isOptional
          error={errors.value['nickname']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              value={model.nickname.value}
              onEdit={(value) => {
                model.nickname.value = value
              }}
            />
          )}
        </Field>
        {!model.isBought && <UseFields model={model} />}
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  readonly model: ReturnType<typeof createNumberFormModel>
}

function NumberFields({ model }: FieldsProps) {
  const { type, errors } = model
  return (
    <>
      <Choices
        label={t('phoneNumbers.type')}
        isList
        value={type.value}
        onChoose={(value) => {
          type.value = value
        }}
        options={PhoneNumberType.options.map((value) => ({
          value,
          label: t(`phoneNumbers.types.${value}`),
          hint: t(`phoneNumbers.typeHints.${value}`),
        }))}
      />
      <FieldError id="number-type-error" error={errors.value['type']} />
      <Field
        label={t('phoneNumbers.number')}
        hint={type.value === 'sip' ? t('phoneNumbers.sipHint') : t('phoneNumbers.numberHint')}
        error={errors.value['phone_number']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            dir="ltr"
            type={type.value === 'sip' ? 'text' : 'tel'}
            autocomplete="off"
            spellcheck={false}
            value={model.number.value}
            onEdit={(value) => {
              model.number.value = value
            }}
          />
        )}
      </Field>
    </>
  )
}

function UseFields({ model }: FieldsProps) {
  const { type, errors } = model
  return (
    <>
      {type.value === 'normal' && (
        <Switch
          label={t('phoneNumbers.sms')}
          hint={t('phoneNumbers.smsHint')}
          checked={model.canSend.value}
          onSwitch={(isOn) => {
            model.canSend.value = isOn
          }}
        />
      )}
      <Field
        label={t('phoneNumbers.expiryLabel')}
        hint={t('phoneNumbers.expiryHint')}
        isOptional
        error={errors.value['subscription_expires_at']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            type="date"
            value={model.until.value}
            onEdit={(value) => {
              model.until.value = value
            }}
          />
        )}
      </Field>
    </>
  )
}

import '../../calls/calls.css'
import { useRef } from 'preact/hooks'
import { SETTABLE_LEAD_STATUSES } from '#contracts/lead-status.ts'
import type { Lead, SecondaryContact } from '#contracts/leads.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { RowList } from '../../../ui/row-list.tsx'
import { Banner } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { VariablesEditor } from '../../calls/variables-editor.tsx'
import type { CampaignOption } from '../list/model.ts'
import { createLeadFormModel, type LeadFormModel, type Values } from './model.ts'

interface LeadDialogProps {
  readonly desk: Desk
  readonly campaigns: readonly CampaignOption[]
  /** Campaign of a new lead. */
  readonly campaignId?: number | undefined
  /** Lead or contact to change; a new lead if omitted. */
  readonly known?: Lead | SecondaryContact | undefined
  readonly onSaved?: () => void
  readonly onClose: () => void
}

/** The form of a new lead, of a lead, or of one of its contacts. */
export function LeadDialog(props: LeadDialogProps) {
  const { desk, campaigns, known, onSaved, onClose } = props
  const campaignId = props.campaignId ?? campaigns[0]?.id
  const model = useModel(() => createLeadFormModel(desk.api, known, campaignId))
  const form = useRef<HTMLFormElement>(null)
  const { isLead, isNew, busy, failure } = model
  const title = isNew ? t('leads.newTitle') : isLead ? t('leads.editTitle') : t('leads.editContact')

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    const saved = await model.save()
    if (!saved) return focusMistake(form.current)
    desk.toasts.show(isNew ? t('leads.added') : t('leads.saved'))
    onSaved?.()
    onClose()
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={busy.value} onClick={() => void submit()}>
            {isNew ? t('leads.add') : t('common.save')}
          </Button>
        </>
      }
    >
      <form class="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <NumberField model={model} />
        {isLead && <CampaignField model={model} campaigns={campaigns} />}
        {!isNew && isLead && <StatusField model={model} />}
        <VariablesEditor
          variables={model.values.value.variables}
          onChange={(variables) => model.edit({ variables })}
        />
        {isNew && <Contacts model={model} />}
        {isNew && (
          <Checkbox
            label={t('leads.mayRepeat')}
            checked={model.values.value.mayRepeat}
            onSwitch={(mayRepeat) => model.edit({ mayRepeat })}
          />
        )}
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

interface PartProps {
  readonly model: LeadFormModel
}

function NumberField({ model: { values, errors, edit } }: PartProps) {
  return (
    <Field
      label={t('leads.fields.number')}
      hint={t('leads.numberHint')}
      error={errors.value['phone_number']}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          type="tel"
          dir="ltr"
          autocomplete="off"
          placeholder="+12025550123"
          value={values.value.number}
          onEdit={(number) => edit({ number })}
        />
      )}
    </Field>
  )
}

function CampaignField({
  model: { values, errors, edit },
  campaigns,
}: PartProps & Pick<LeadDialogProps, 'campaigns'>) {
  return (
    <Field label={t('leads.fields.campaign')} error={errors.value['campaign_id']}>
      {(wiring) => (
        <Select
          {...wiring}
          value={values.value.campaignId}
          onEdit={(campaignId) => edit({ campaignId })}
        >
          {campaigns.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function StatusField({ model: { values, errors, edit } }: PartProps) {
  return (
    <Field
      label={t('leads.fields.status')}
      hint={t('leads.statusHint')}
      error={errors.value['status']}
    >
      {(wiring) => (
        <Select
          {...wiring}
          value={values.value.status}
          onEdit={(status) => edit({ status: status as Values['status'] })}
        >
          <option value="">{t('leads.keepStatus')}</option>
          {SETTABLE_LEAD_STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`campaigns.leadStatus.${status}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

const MAX_CONTACTS = 10

/** Numbers that are called while nobody was reached. */
function Contacts({ model: { values, errors, edit } }: PartProps) {
  const { contacts } = values.value
  return (
    <fieldset class="lead-contacts-form">
      <legend>{t('leads.contacts')}</legend>
      <p class="field-hint">{t('leads.contactsHint')}</p>
      <RowList
        rows={contacts}
        nameOf={(number, index) => number || t('leads.contact', { number: index + 1 })}
        rowClass="lead-contact-row"
        onChange={(next) => edit({ contacts: next })}
        add={
          contacts.length < MAX_CONTACTS &&
          ((add) => (
            <Button size="small" icon={PlusIcon} onClick={() => add('')}>
              {t('leads.addContact')}
            </Button>
          ))
        }
      >
        {({ row, index, edit: change, removal }) => (
          <>
            <Field
              label={t('leads.contact', { number: index + 1 })}
              isLabelHidden
              error={errors.value[`secondary_contacts.${index}.phone_number`]}
            >
              {(wiring) => (
                <TextInput {...wiring} type="tel" dir="ltr" value={row} onEdit={change} />
              )}
            </Field>
            <IconButton icon={TrashIcon} {...removal} />
          </>
        )}
      </RowList>
    </fieldset>
  )
}

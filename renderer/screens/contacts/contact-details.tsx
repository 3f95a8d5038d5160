import './contact.css'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Icon } from '../../ui/icon.tsx'
import { MailIcon, PhoneIcon } from '../../ui/icons.tsx'
import { EditIcon, NoteIcon } from '../../ui/icons-work.tsx'
import { DetailEditor } from './detail-editor.tsx'
import type { DetailName, ContactDetails as Details, DetailsModel } from './details-model.ts'

interface ContactDetailsProps {
  readonly model: DetailsModel
  readonly details: Details
}

const SHOWN = [
  { name: 'email', label: t('details.email'), icon: MailIcon },
  { name: 'phone', label: t('details.phone'), icon: PhoneIcon },
  { name: 'notes', label: t('details.remarks'), icon: NoteIcon },
] as const

/** Contact details and the team's notes, each edited in place. */
export function ContactDetails({ model, details }: ContactDetailsProps) {
  return (
    <ul class="contact-details">
      {SHOWN.map((shown) => (
        <li key={shown.name}>
          {model.editing.value?.name === shown.name && !model.isReadOnly ? (
            <DetailEditor model={model} details={details} {...shown} />
          ) : (
            <Detail model={model} value={details[shown.name]} {...shown} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface DetailProps {
  readonly model: DetailsModel
  readonly name: DetailName
  readonly label: string
  readonly icon: Icon
  readonly value: string | null
}

function Detail({ model, name, label, icon: Shape, value }: DetailProps) {
  const edit = () => model.edit(name, value)
  if (value === null && model.isReadOnly) return null
  if (value === null)
    return (
      <Button kind="quiet" size="small" icon={Shape} onClick={edit}>
        {t(`details.addDetail.${name}`)}
      </Button>
    )
  return (
    <div class={`contact-detail is-${name}`}>
      <Shape size={18} />
      <span class="visually-hidden">{label}:</span>
      <Value name={name} value={value} />
      {!model.isReadOnly && (
        <span class="contact-edit">
          <IconButton
            size="small"
            icon={EditIcon}
            label={t('details.editDetail', { label })}
            onClick={edit}
          />
        </span>
      )}
    </div>
  )
}

function Value({ name, value }: Pick<DetailProps, 'name'> & { readonly value: string }) {
  if (name === 'email')
    return (
      <a href={`mailto:${encodeURIComponent(value)}`} dir="auto">
        {value}
      </a>
    )
  if (name === 'phone')
    return (
      <a href={`tel:${value.replace(/[^+\d]/g, '')}`}>
        <bdi>{value}</bdi>
      </a>
    )
  return <span dir="auto">{value}</span>
}

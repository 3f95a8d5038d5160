import type { ComponentChildren } from 'preact'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/display.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon } from '../../../ui/icons-work.tsx'
import { Banner } from '../../../ui/states.tsx'

interface ServiceCardProps {
  readonly service: {
    readonly name: string
    readonly base_url: string
    readonly error: string | null
  }
  /** Badges and counts. */
  readonly state: ComponentChildren
  /** Its offers. */
  readonly children: ComponentChildren
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** A service: its address, status and offers. */
export function ServiceCard({ service, state, children, onEdit, onRemove }: ServiceCardProps) {
  const { name, base_url, error } = service
  return (
    <Card
      title={name}
      note={<bdi>{base_url}</bdi>}
      actions={
        <>
          <IconButton icon={EditIcon} label={t('models.edit', { name })} onClick={onEdit} />
          <IconButton
            icon={TrashIcon}
            label={t('models.removeTitle', { name })}
            onClick={onRemove}
          />
        </>
      }
    >
      <p class="service-state">{state}</p>
      {error && <Banner tone="danger">{error}</Banner>}
      {children}
    </Card>
  )
}

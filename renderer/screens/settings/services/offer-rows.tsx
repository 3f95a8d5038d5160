import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { OfferedInput } from './offered-input.tsx'

interface OfferRowsProps {
  readonly title: string
  readonly note: string
  /** Label of the field for adding an offer by the service's id. */
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly addLabel: string
  /** Offers that can be added. */
  readonly offered: readonly string[]
  /** Maximum number of offers added at once. */
  readonly mostAtOnce?: number
  readonly onAdd: (...names: readonly string[]) => void
  /** The rows. */
  readonly children: ComponentChildren
}

/** The selectable offers of a service, one row each, with controls to add more. */
export function OfferRows(props: OfferRowsProps) {
  const { title, note, label, hint, error, addLabel, offered, mostAtOnce, onAdd, children } = props
  const written = useSignal('')
  const canAddAll = offered.length > 0 && offered.length <= (mostAtOnce ?? offered.length)

  function add(): void {
    onAdd(written.value)
    written.value = ''
  }

  return (
    <fieldset class="offer-rows">
      <legend>{title}</legend>
      <p class="quiet">{note}</p>
      {children}
      <div class="offer-add">
        <Field label={label} hint={hint} error={error}>
          {(wiring) => (
            <OfferedInput
              {...wiring}
              offered={offered}
              value={written.value}
              onEdit={(value) => {
                written.value = value
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
            />
          )}
        </Field>
        <Button icon={PlusIcon} onClick={add}>
          {addLabel}
        </Button>
        {canAddAll && (
          <Button onClick={() => onAdd(...offered)}>
            {t('models.addAll', { count: offered.length })}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface OfferRowProps {
  /** The service's id of the offer. */
  readonly name: string
  readonly onRemove: () => void
  /** Fields of the offer. */
  readonly children: ComponentChildren
}

/** An offer being edited. */
export function OfferRow({ name, onRemove, children }: OfferRowProps) {
  return (
    <fieldset class="offer-row">
      <legend>
        <code>{name}</code>
      </legend>
      <div class="offer-row-fields">{children}</div>
      <IconButton
        icon={TrashIcon}
        label={t('models.removeModel', { model: name })}
        onClick={onRemove}
      />
    </fieldset>
  )
}

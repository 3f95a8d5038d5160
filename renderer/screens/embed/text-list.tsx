import { useId } from 'preact/hooks'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { FieldError } from '../../ui/field.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import type { Mistakes } from './check.ts'
import { DragHandle } from './drag-handle.tsx'
import { useNextFocus } from './use-next-focus.ts'
import { moved, useReorder } from './use-reorder.ts'

interface TextListProps {
  readonly label: string
  /** The label is there for those who hear it; for the others the place says it. */
  readonly isLabelHidden?: boolean
  readonly hint?: string
  /** Name of the list in the errors. */
  readonly place: string
  readonly texts: readonly string[]
  readonly max: number
  readonly maxLength: number
  readonly example?: string
  readonly addLabel: string
  readonly nameOf: (place: number) => string
  readonly mistakes: Mistakes
  readonly onChange: (texts: readonly string[]) => void
}

/** A few short texts in an order: written, moved and removed by mouse or keyboard. */
export function TextList(props: TextListProps) {
  const { label, hint, place, texts, max, maxLength, addLabel, nameOf, mistakes, onChange } = props
  const id = useId()
  const { list, dragged, landed, handle } = useReorder<HTMLUListElement>(texts.length, (from, to) =>
    onChange(moved(texts, from, to)),
  )

  const focusNext = useNextFocus(list, 'input')

  function add(after: number): void {
    if (texts.length >= max) return
    focusNext(after + 1)
    onChange(texts.toSpliced(after + 1, 0, ''))
  }

  function remove(index: number): void {
    focusNext(Math.max(0, index - 1))
    onChange(texts.toSpliced(index, 1))
  }

  function press(event: KeyboardEvent, index: number): void {
    if (event.key === 'Enter' && !event.isComposing) add(index)
    else if (event.key === 'Backspace' && texts[index] === '') remove(index)
    else return
    event.preventDefault()
  }

  return (
    <fieldset class="text-list" aria-describedby={hint && `${id}-hint`}>
      <legend class={props.isLabelHidden ? 'visually-hidden' : ''}>{label}</legend>
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {texts.length > 0 && (
        <ul ref={list}>
          {texts.map((text, index) => {
            const name = nameOf(index + 1)
            const error = mistakes[`${place}.${index}`]
            return (
              <li key={index} class={index === dragged ? 'is-dragged' : ''}>
                <DragHandle name={text || name} {...handle(index)} />
                <div class="text-list-field">
                  <TextInput
                    aria-label={name}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error && `${id}-${index}`}
                    maxLength={maxLength}
                    placeholder={props.example}
                    value={text}
                    onEdit={(value) => onChange(texts.with(index, value))}
                    onKeyDown={(event) => press(event, index)}
                  />
                  <FieldError id={`${id}-${index}`} error={error} />
                </div>
                <IconButton
                  icon={CloseIcon}
                  label={t('common.removeOf', { label: text || name })}
                  onClick={() => remove(index)}
                />
              </li>
            )
          })}
        </ul>
      )}
      <p class="visually-hidden" role="status">
        {landed !== undefined && t('embedOffers.moved', { place: landed + 1, count: texts.length })}
      </p>
      {texts.length < max && (
        <div>
          <Button size="small" icon={PlusIcon} onClick={() => add(texts.length - 1)}>
            {addLabel}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

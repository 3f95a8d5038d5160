import { useId } from 'preact/hooks'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { FieldError } from '../../ui/field.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { RowList } from '../../ui/row-list.tsx'
import type { Mistakes } from './check.ts'

interface TextListProps {
  readonly label: string
  /** Hides the label visually where the context makes it obvious; screen readers still announce it. */
  readonly isLabelHidden?: boolean
  readonly hint?: string
  /** Field path of the list in errors. */
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

/** An ordered list of short texts that can be edited, moved and removed by mouse or keyboard. */
export function TextList(props: TextListProps) {
  const { label, hint, place, texts, max, maxLength, addLabel, nameOf, mistakes, onChange } = props
  const id = useId()
  const canAdd = texts.length < max
  return (
    <fieldset class="text-list" aria-describedby={hint && `${id}-hint`}>
      <legend class={props.isLabelHidden ? 'visually-hidden' : ''}>{label}</legend>
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <RowList
        rows={texts}
        nameOf={(text, index) => text || nameOf(index + 1)}
        rowClass="text-list-row"
        isSorted
        onChange={onChange}
        add={
          canAdd &&
          ((add) => (
            <Button size="small" icon={PlusIcon} onClick={() => add('')}>
              {addLabel}
            </Button>
          ))
        }
      >
        {({ row: text, index, handle, removal, edit, insertAfter, remove }) => {
          const error = mistakes[`${place}.${index}`]
          return (
            <>
              {handle}
              <div class="text-list-field">
                <TextInput
                  aria-label={nameOf(index + 1)}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error && `${id}-${index}`}
                  maxLength={maxLength}
                  placeholder={props.example}
                  value={text}
                  onEdit={edit}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && !event.isComposing) canAdd && insertAfter('')
                    else if (event.key === 'Backspace' && text === '') remove()
                    else return
                    event.preventDefault()
                  }}
                />
                <FieldError id={`${id}-${index}`} error={error} />
              </div>
              <IconButton icon={CloseIcon} {...removal} />
            </>
          )
        }}
      </RowList>
    </fieldset>
  )
}

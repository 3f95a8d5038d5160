import './picture-field.css'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { Button } from './button.tsx'
import { Avatar } from './display.tsx'
import { FieldError } from './field.tsx'
import { ImageIcon } from './icons-work.tsx'
import { squarePicture } from './square-picture.ts'

interface PictureFieldProps {
  readonly label: string
  readonly hint: string
  /** Name and id of who is shown, for the initials. */
  readonly name: string
  readonly id: string
  /** Path of the picture. */
  readonly picture: string | null
  /** Stores a picture, or removes it. @throws Error with a message to show */
  readonly onChange: (picture: File | null) => Promise<unknown>
  readonly explain: (failure: unknown) => string
}

/** A picture that is chosen, dropped or removed; it is cropped and scaled down here. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, name, id, picture, onChange, explain } = props
  const input = useRef<HTMLInputElement>(null)
  const busy = useSignal(false)
  const error = useSignal<string>()

  async function change(file: File | null): Promise<void> {
    if (busy.value) return
    busy.value = true
    error.value = undefined
    try {
      const square = file ? await squarePicture(file) : null
      if (square === undefined) error.value = t('picture.unreadable')
      else await onChange(square)
    } catch (failure) {
      error.value = explain(failure)
    } finally {
      busy.value = false
    }
  }

  return (
    <fieldset
      class="picture-field"
      aria-label={label}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer?.files ?? []
        if (file) void change(file)
      }}
    >
      <Avatar name={name} id={id} picture={picture} size="large" />
      <div class="picture-words">
        <strong>{label}</strong>
        <p class="field-hint">{hint}</p>
        <span class="picture-actions">
          <Button
            size="small"
            icon={ImageIcon}
            busy={busy.value}
            onClick={() => input.current?.click()}
          >
            {picture ? t('picture.replace') : t('picture.choose')}
          </Button>
          {picture && (
            <Button size="small" kind="quiet" onClick={() => void change(null)}>
              {t('picture.remove')}
            </Button>
          )}
        </span>
        <FieldError id={`picture-${id}`} error={error.value} />
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) void change(file)
        }}
      />
    </fieldset>
  )
}

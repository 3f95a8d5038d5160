import type { ComponentProps } from 'preact'
import { useId } from 'preact/hooks'
import { TextInput } from '../../../ui/controls.tsx'

type OfferedInputProps = ComponentProps<typeof TextInput> & {
  /** Names that the service has said. */
  readonly offered: readonly string[]
}

/** Takes a service's own name of something: typed, or one of those that it offers. */
export function OfferedInput({ offered, ...rest }: OfferedInputProps) {
  const id = useId()
  return (
    <>
      <TextInput {...rest} dir="ltr" list={`${id}-offered`} autocomplete="off" spellcheck={false} />
      <datalist id={`${id}-offered`}>
        {offered.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

import type { ComponentProps } from 'preact'
import { useId } from 'preact/hooks'
import { TextInput } from '../../../ui/controls.tsx'

type OfferedInputProps = ComponentProps<typeof TextInput> & {
  /** Names reported by the service. */
  readonly offered: readonly string[]
}

/** Input for a service's own id: typed, or chosen from those that it reports. */
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

import type { ReadonlySignal } from '@preact/signals'
import { SearchIcon } from '../../ui/icons.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'

interface NotThereProps {
  readonly model: {
    readonly error: ReadonlySignal<string | undefined>
    readonly isGone: ReadonlySignal<boolean>
    load(): Promise<void>
  }
  readonly texts: {
    readonly gone: string
    readonly goneHint: string
    readonly loading: string
    readonly failedToLoad: string
  }
}

/** Stands where a record will be, or says why it will not. */
export function NotThere({ model, texts }: NotThereProps) {
  if (model.isGone.value) {
    return (
      <Empty icon={SearchIcon} title={texts.gone}>
        <p>{texts.goneHint}</p>
      </Empty>
    )
  }
  if (!model.error.value) return <Loading label={texts.loading} />
  return (
    <ErrorState title={texts.failedToLoad} onRetry={() => void model.load()}>
      <p>{model.error.value}</p>
    </ErrorState>
  )
}

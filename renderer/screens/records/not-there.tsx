import type { ReadonlySignal } from '@preact/signals'
import { t } from '../../locales/translate.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'

interface NotThereProps {
  readonly model: {
    readonly error: ReadonlySignal<string | undefined>
    readonly isGone: ReadonlySignal<boolean>
    load(): Promise<void>
  }
  /** Whose texts say it. */
  readonly of: 'call' | 'conversations' | 'delivery'
}

/** Stands where a record will be, or says why it will not. */
export function NotThere({ model, of }: NotThereProps) {
  if (model.isGone.value) {
    return (
      <Empty icon={SearchIcon} title={t(`${of}.gone`)}>
        <p>{t(`${of}.goneHint`)}</p>
      </Empty>
    )
  }
  if (!model.error.value) return <Loading label={t(`${of}.loading`)} />
  return (
    <ErrorState title={t(`${of}.failedToLoad`)} onRetry={() => void model.load()}>
      <p>{model.error.value}</p>
    </ErrorState>
  )
}

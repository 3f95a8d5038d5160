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
  /** Selects the texts. */
  readonly of: 'call' | 'campaigns' | 'conversations' | 'delivery' | 'leads'
}

/** Placeholder for a record that is loading, or the reason why it cannot be shown. */
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

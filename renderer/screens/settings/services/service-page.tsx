import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { t } from '../../../locales/translate.ts'
import { Card } from '../../../ui/display.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'

interface ServicePageProps<All> {
  readonly model: {
    readonly list: ReadonlySignal<All | undefined>
    readonly error: ReadonlySignal<string | undefined>
    readonly isAllowed: ReadonlySignal<boolean>
    readonly load: () => Promise<void>
  }
  readonly title: string
  /** Message for operators other than the owner. */
  readonly notOwner: string
  /** The page content, once the services have been loaded. */
  readonly children: (list: All) => ComponentChildren
}

/** A settings page about services; owner only. */
export function ServicePage<All>({ model, title, notOwner, children }: ServicePageProps<All>) {
  const list = model.list.value
  const error = model.error.value
  if (!model.isAllowed.value)
    return (
      <Card title={title}>
        <p class="quiet">{notOwner}</p>
      </Card>
    )
  if (error)
    return (
      <ErrorState title={t('models.failed')} onRetry={model.load}>
        <p>{error}</p>
      </ErrorState>
    )
  if (!list) return <Loading label={t('models.loading')} rows={4} />
  return <>{children(list)}</>
}

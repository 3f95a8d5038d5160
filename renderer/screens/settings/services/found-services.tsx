import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Toasts } from '../../../app/toasts.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { PlusIcon, SearchIcon } from '../../../ui/icons.tsx'
import { Banner } from '../../../ui/states.tsx'

interface FoundServicesProps<Found, Key> {
  readonly model: {
    readonly found: ReadonlySignal<readonly Found[] | undefined>
    readonly isSearching: ReadonlySignal<boolean>
    readonly adding: ReadonlySignal<Key | undefined>
    readonly localError: ReadonlySignal<string | undefined>
    readonly keyOf: (found: Found) => Key
    readonly search: () => Promise<void>
    readonly use: (key: Key) => Promise<boolean>
  }
  readonly toasts: Toasts
  readonly note: string
  readonly searchLabel: string
  /** Details of a service, below its name. */
  readonly children: (found: Found) => ComponentChildren
}

/** Services on the server's machine: discovered on request, added with one click. */
export function FoundServices<
  Found extends { readonly name: string; readonly provider_id: number | null },
  Key extends string | number,
>({ model, toasts, note, searchLabel, children }: FoundServicesProps<Found, Key>) {
  const { found, isSearching, adding, localError, keyOf } = model

  async function use(one: Found): Promise<void> {
    if (await model.use(keyOf(one))) toasts.show(t('models.added', { name: one.name }))
  }

  return (
    <Card
      title={t('models.localTitle')}
      note={note}
      actions={
        <Button icon={SearchIcon} busy={isSearching.value} onClick={model.search}>
          {found.value ? t('models.lookAgain') : searchLabel}
        </Button>
      }
    >
      <div role="status" class="found-services">
        {localError.value && <Banner tone="danger">{localError.value}</Banner>}
        {found.value?.length === 0 && <p class="quiet">{t('models.nothingFound')}</p>}
        {found.value?.map((one) => (
          <div key={keyOf(one)} class="settings-line">
            <span class="found-service">
              <strong>{one.name}</strong>
              {children(one)}
            </span>
            {one.provider_id === null ? (
              <Button
                kind="primary"
                icon={PlusIcon}
                busy={adding.value === keyOf(one)}
                onClick={() => void use(one)}
              >
                {t('models.use', { name: one.name })}
              </Button>
            ) : (
              <Badge tone="ok">{t('models.used')}</Badge>
            )}
          </div>
        ))}
      </div>
    </Card>
  )
}

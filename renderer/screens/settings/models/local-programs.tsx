import type { Toasts } from '../../../app/toasts.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { FoundServices } from '../services/found-services.tsx'
import type { ProviderListModel } from './list-model.ts'

interface LocalProgramsProps {
  readonly model: ProviderListModel
  readonly toasts: Toasts
}

/** Number of models listed by name; the rest are counted. */
const NAMED = 5

/** Local model servers: discovered on request, added with one click. */
export function LocalPrograms({ model, toasts }: LocalProgramsProps) {
  return (
    <FoundServices
      model={model}
      toasts={toasts}
      note={t('models.localNote')}
      searchLabel={t('models.look')}
    >
      {({ base_url, models }) => (
        <>
          <span class="quiet">
            {base_url} · {t('models.models', { count: models.length })}
          </span>
          <span class="quiet local-models">
            {models.slice(0, NAMED).join(', ')}
            {models.length > NAMED && ` +${formatNumber(models.length - NAMED)}`}
          </span>
        </>
      )}
    </FoundServices>
  )
}

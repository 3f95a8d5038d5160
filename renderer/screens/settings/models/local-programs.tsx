import type { Toasts } from '../../../app/toasts.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { PlusIcon, SearchIcon } from '../../../ui/icons.tsx'
import { Banner } from '../../../ui/states.tsx'
import type { FoundProgram, ProviderListModel } from './list-model.ts'

interface LocalProgramsProps {
  readonly model: ProviderListModel
  readonly toasts: Toasts
}

/** Local model servers: discovered on request, added with one click. */
export function LocalPrograms({ model, toasts }: LocalProgramsProps) {
  const { found, isLooking, adding, localError } = model

  async function use({ preset, name }: FoundProgram): Promise<void> {
    if (await model.use(preset)) toasts.show(t('models.added', { name }))
  }

  return (
    <Card
      title={t('models.localTitle')}
      note={t('models.localNote')}
      actions={
        <Button icon={SearchIcon} busy={isLooking.value} onClick={model.look}>
          {found.value ? t('models.lookAgain') : t('models.look')}
        </Button>
      }
    >
      <div role="status" class="local-programs">
        {localError.value && <Banner tone="danger">{localError.value}</Banner>}
        {found.value?.length === 0 && <p class="quiet">{t('models.nothingFound')}</p>}
        {found.value?.map((program) => (
          <div key={program.preset} class="settings-line">
            <span class="local-program">
              <strong>{program.name}</strong>
              <span class="quiet">
                {program.base_url} · {t('models.models', { count: program.models.length })}
              </span>
              <span class="quiet local-models">
                {program.models.slice(0, 5).join(', ')}
                {program.models.length > 5 && ` +${formatNumber(program.models.length - 5)}`}
              </span>
            </span>
            {program.provider_id === null ? (
              <Button
                kind="primary"
                icon={PlusIcon}
                busy={adding.value === program.preset}
                onClick={() => void use(program)}
              >
                {t('models.use', { name: program.name })}
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

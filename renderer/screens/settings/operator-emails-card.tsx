import type { OperatorEmailMode } from '#contracts/operator-emails.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Choices } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createOperatorEmailsModel } from './operator-emails-model.ts'

const MODES: readonly OperatorEmailMode[] = ['off', 'immediate', 'hourly']

/** One's own emails about visitors who wait while nobody is at the desk. */
export function OperatorEmailsCard({ desk }: { readonly desk: Pick<Desk, 'api' | 'toasts'> }) {
  const model = useModel(() => createOperatorEmailsModel(desk))
  const settings = model.settings.value
  if (!settings)
    return model.error.value ? (
      <ErrorState title={t('settings.operatorEmails.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('settings.operatorEmails.title')} rows={2} />
    )
  const { mode, address, unconfirmed, is_sandbox: isSandbox } = settings
  return (
    <Card title={t('settings.operatorEmails.title')} note={t('settings.operatorEmails.note')}>
      <Choices<OperatorEmailMode>
        label={t('settings.operatorEmails.often')}
        value={mode}
        options={MODES.map((value) => ({
          value,
          label: t(`settings.operatorEmails.modes.${value}`),
          hint: t(`settings.operatorEmails.hints.${value}`),
        }))}
        onChoose={(value) => void model.choose(value)}
      />
      {address === null ? (
        <Banner tone="attention">
          {unconfirmed === null
            ? t('settings.operatorEmails.noAddress')
            : t('settings.operatorEmails.unconfirmed', { address: unconfirmed })}{' '}
          <a href="/app/settings/profile">{t('settings.parts.profile')}</a>
        </Banner>
      ) : (
        <p class="quiet">{t('settings.operatorEmails.address', { address })}</p>
      )}
      {isSandbox && <Banner>{t('settings.operatorEmails.sandbox')}</Banner>}
    </Card>
  )
}

import { useEffect } from 'preact/hooks'
import { formatMoney, formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Banner, Spinner } from '../../../ui/states.tsx'
import type { CampaignModel, Estimate } from './model.ts'

interface StartDialogProps {
  readonly model: CampaignModel
  readonly name: string
  readonly onClose: () => void
}

/** Starts a campaign, after saying what that may cost. */
export function StartDialog({ model, name, onClose }: StartDialogProps) {
  useEffect(() => {
    // Without the estimate it can be started all the same.
    void model.askForEstimate().catch(() => undefined)
  }, [model])
  const { value: estimate } = model.estimate
  return (
    <ConfirmDialog
      title={t('campaigns.startTitle', { name })}
      confirm={t('campaigns.start')}
      onConfirm={() => model.set('start')}
      onClose={onClose}
    >
      <p>{t('campaigns.startWords')}</p>
      {estimate ? <Cost estimate={estimate} /> : <Spinner label={t('campaigns.loading')} />}
    </ConfirmDialog>
  )
}

function Cost({ estimate }: { readonly estimate: Estimate }) {
  const { open_leads, unpriced_leads, minute_prices, reserved, first_round, balance } = estimate
  return (
    <>
      <Facts
        rows={[
          [t('campaigns.cost.leads'), formatNumber(open_leads)],
          [t('campaigns.cost.minute'), minute_prices.map(formatMoney).join(', ') || '–'],
          [t('campaigns.cost.round'), formatMoney(first_round)],
          [t('campaigns.cost.reserved'), formatMoney(reserved)],
          [t('campaigns.cost.balance'), formatMoney(balance)],
        ]}
      />
      {balance < reserved && <Banner tone="danger">{t('campaigns.cost.short')}</Banner>}
      {unpriced_leads > 0 && (
        <Banner tone="attention">{t('campaigns.cost.unpriced', { count: unpriced_leads })}</Banner>
      )}
    </>
  )
}

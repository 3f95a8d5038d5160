import '../../records/records.css'
import '../leads.css'
import { useSignal } from '@preact/signals'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { getLead, Lead, SecondaryContact } from '#contracts/leads.ts'
import type { Desk } from '../../../app/desk.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Card, Page, PageHead } from '../../../ui/display.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon } from '../../../ui/icons-work.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { NotThere } from '../../records/not-there.tsx'
import { Values } from '../../records/values.tsx'
import { useWayBack } from '../../records/way-back.ts'
import { LeadDialog } from '../edit/lead-dialog.tsx'
import { campaignOptions } from '../list/model.ts'
import { LeadStatusBadge } from '../status-badge.tsx'
import { LeadCalls } from './lead-calls.tsx'
import { LeadContacts } from './lead-contacts.tsx'
import { createLeadModel, type LeadModel } from './model.ts'

type Whole = ReplyOf<typeof getLead>

/** Deed of a dialog, and the lead or contact it is about. */
export interface Asked {
  readonly what: 'edit' | 'remove'
  readonly one: Lead | SecondaryContact
}

/** A lead: where it stands, its variables and contacts, and the calls so far. */
export function LeadRecord({ desk, params }: ScreenProps) {
  const id = Number(params['id'])
  const model = useModel(() => createLeadModel(desk, id), [id])
  const back = { href: useWayBack(desk, '/app/leads'), label: t('leads.title') }
  const { value: lead } = model.lead
  if (lead && !model.isGone.value)
    return <Detail key={id} desk={desk} model={model} lead={lead} back={back} />
  return (
    <Page>
      <PageHead title={t('leads.title')} back={back} />
      <NotThere model={model} of="leads" />
    </Page>
  )
}

interface DetailProps {
  readonly desk: Desk
  readonly model: LeadModel
  readonly lead: Whole
  readonly back: { readonly href: string; readonly label: string }
}

function Detail({ desk, model, lead, back }: DetailProps) {
  const asked = useSignal<Asked | undefined>(undefined)
  const mayEdit = desk.session.may('outreach')
  const ask = (what: Asked['what'], one: Asked['one']) => {
    asked.value = { what, one }
  }
  return (
    <Page>
      <PageHead
        // Isolated, so that the plus sign stays in front in every language.
        title={`\u2066${lead.phone_number}\u2069`}
        back={back}
        aside={<LeadStatusBadge status={lead.status} />}
      >
        {mayEdit && (
          <>
            <Button icon={TrashIcon} onClick={() => ask('remove', lead)}>
              {t('common.delete')}
            </Button>
            <Button icon={EditIcon} onClick={() => ask('edit', lead)}>
              {t('leads.edit')}
            </Button>
          </>
        )}
      </PageHead>
      <div class="record">
        <div class="record-main">
          <LeadCalls lead={lead} calls={model.calls.value} />
          <LeadContacts contacts={lead.secondary_contacts} onAsk={mayEdit ? ask : undefined} />
        </div>
        <div class="record-side">
          <Standing lead={lead} />
          <Values
            title={t('leads.fields.variables')}
            values={lead.variables}
            none={t('leads.noVariables')}
          />
        </div>
      </div>
      <Dialogs desk={desk} model={model} asked={asked} back={back.href} />
    </Page>
  )
}

function Standing({ lead }: { readonly lead: Whole }) {
  const { campaign, rounds, next_attempt_at, created_at, updated_at } = lead
  return (
    <Card title={t('leads.standing')}>
      <Facts
        rows={[
          [
            t('leads.fields.campaign'),
            <a key="campaign" href={`/app/campaigns/${campaign.id}`}>
              <bdi>{campaign.name}</bdi>
            </a>,
          ],
          [t('leads.rounds'), formatNumber(rounds)],
          [
            t('leads.nextAttempt'),
            next_attempt_at ? <Time key="next" at={next_attempt_at} as="full" /> : '–',
          ],
          [t('leads.fields.created'), <Time key="created" at={created_at} as="full" />],
          [t('leads.fields.updated'), <Time key="updated" at={updated_at} as="full" />],
        ]}
      />
    </Card>
  )
}

interface DialogsProps extends Pick<DetailProps, 'desk' | 'model'> {
  readonly asked: { value: Asked | undefined }
  /** Address to go to once the lead is deleted. */
  readonly back: string
}

function Dialogs({ desk, model, asked, back }: DialogsProps) {
  const campaigns = useModel(() => ({ options: campaignOptions(desk.api) }))
  const { value: current } = asked
  if (!current) return null
  const { what, one } = current
  const isLead = 'campaign_id' in one
  const close = () => {
    asked.value = undefined
  }
  if (what === 'edit') {
    const own = isLead ? [one.campaign] : []
    return (
      <LeadDialog
        desk={desk}
        campaigns={campaigns.options.value ?? own}
        known={one}
        onSaved={() => void model.load()}
        onClose={close}
      />
    )
  }
  return (
    <ConfirmDialog
      title={t('leads.removeTitle', { number: one.phone_number })}
      confirm={t('common.delete')}
      isDanger
      onConfirm={async () => {
        await model.remove(one.id)
        if (isLead) desk.address.go(back)
        else await model.load()
      }}
      onClose={close}
    >
      <p>{isLead ? t('leads.removeWords') : t('leads.removeContactWords')}</p>
    </ConfirmDialog>
  )
}

import { useEffect } from 'preact/hooks'
import type { AnswerOf } from '#contracts/endpoint.ts'
import type { getDataFacts } from '#contracts/system.ts'
import type { Desk } from '../../app/desk.ts'
import { addressOf } from '../../app/inbox/filter.ts'
import { formatBytes, formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Card } from '../../ui/display.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createFactsModel } from './facts-model.ts'

type Search = NonNullable<AnswerOf<typeof getDataFacts>['database']>['search']

const LISTS = [
  [addressOf({}), t('system.data.conversations')],
  ['/app/calls', t('system.data.calls')],
  ['/app/sms', t('system.data.sms')],
  ['/app/assistants', t('system.data.assistants')],
] as const

/** Lag below which the search index counts as up to date, ms. */
const USUAL_LAG_MS = 1000

/** Describes how far the search index lags behind. */
function searchText({ waiting, behind_ms }: Search): string {
  if (behind_ms < USUAL_LAG_MS) return t('system.data.searchCurrent')
  return t('system.data.searchBehind', { seconds: Math.round(behind_ms / 1000), count: waiting })
}

/** Location, size and search index of the database, record counts, and exports. */
export function Data({ desk }: { readonly desk: Desk }) {
  const { facts, error, load } = useModel(() => createFactsModel(() => desk.api.getDataFacts()))
  useEffect(() => void load(), [load])
  if (error.value) {
    return (
      <ErrorState title={t('system.data.failed')} onRetry={load}>
        <p>{error.value}</p>
      </ErrorState>
    )
  }
  if (!facts.value) return <Loading label={t('system.data.loading')} rows={4} />
  const { database, counts } = facts.value
  return (
    <>
      <Card title={t('settings.parts.data')} note={t('system.data.where')}>
        {database && (
          <>
            <Facts
              rows={[
                [t('system.data.size'), formatBytes(database.bytes)],
                [t('system.data.search'), searchText(database.search)],
              ]}
            />
            {database.folder === null ? (
              <p class="quiet">{t('system.data.memory')}</p>
            ) : (
              <CopyField label={t('system.data.folder')} text={database.folder} />
            )}
            <p class="quiet">{t('system.data.backup')}</p>
            <p class="quiet">{t('system.data.demo')}</p>
          </>
        )}
      </Card>
      <Card title={t('system.data.holds')}>
        <Facts
          rows={(['conversations', 'calls', 'sms', 'assistants'] as const).map((name) => [
            t(`system.data.${name}`),
            formatNumber(counts[name]),
          ])}
        />
      </Card>
      {desk.session.may('exports') && (
        <Card title={t('system.data.export')} note={t('system.data.exportHint')}>
          <div class="form-actions">
            {LISTS.map(([href, label]) => (
              <LinkButton key={href} href={href}>
                {label}
              </LinkButton>
            ))}
          </div>
        </Card>
      )}
    </>
  )
}

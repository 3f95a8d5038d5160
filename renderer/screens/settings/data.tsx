import { useEffect } from 'preact/hooks'
import type { Desk } from '../../desk.ts'
import { formatBytes, formatNumber } from '../../texts/format.ts'
import { settingsTexts } from '../../texts/settings.ts'
import { systemTexts } from '../../texts/system.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Card } from '../../ui/display.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createFactsModel } from './facts-model.ts'

const t = systemTexts.data

const LISTS = [
  ['/app/conversations', t.conversations],
  ['/app/calls', t.calls],
  ['/app/sms', t.sms],
  ['/app/assistants', t.assistants],
] as const

/** Where everything is, how much, and how to take it along. */
export function Data({ desk }: { readonly desk: Desk }) {
  const { facts, error, load } = useModel(() => createFactsModel(() => desk.api.getDataFacts()))
  useEffect(() => void load(), [load])
  if (error.value) {
    return (
      <ErrorState title={t.failed} onRetry={load}>
        <p>{error.value}</p>
      </ErrorState>
    )
  }
  if (!facts.value) return <Loading label={t.loading} rows={4} />
  const { database, counts } = facts.value
  return (
    <>
      <Card title={settingsTexts.parts.data} note={t.where}>
        {database && (
          <>
            <Facts rows={[[t.size, formatBytes(database.bytes)]]} />
            {database.folder === null ? (
              <p class="quiet">{t.memory}</p>
            ) : (
              <CopyField label={t.folder} text={database.folder} />
            )}
            <p class="quiet">{t.backup}</p>
            <p class="quiet">{t.demo}</p>
          </>
        )}
      </Card>
      <Card title={t.holds}>
        <Facts
          rows={(['conversations', 'calls', 'sms', 'assistants'] as const).map((name) => [
            t[name],
            formatNumber(counts[name]),
          ])}
        />
      </Card>
      <Card title={t.export} note={t.exportHint}>
        <div class="form-actions">
          {LISTS.map(([href, label]) => (
            <LinkButton key={href} href={href}>
              {label}
            </LinkButton>
          ))}
        </div>
      </Card>
    </>
  )
}

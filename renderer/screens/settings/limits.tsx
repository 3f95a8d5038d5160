import { useEffect } from 'preact/hooks'
import type { Limit } from '#contracts/system.ts'
import type { Desk } from '../../desk.ts'
import { formatBytes, formatNumber, formatSpan } from '../../texts/format.ts'
import { systemTexts } from '../../texts/system.ts'
import { Card } from '../../ui/display.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createFactsModel } from './facts-model.ts'

const t = systemTexts.limits

const FORMATS: Readonly<Record<Limit['unit'], (value: number) => string>> = {
  bytes: formatBytes,
  ms: formatSpan,
  count: formatNumber,
}

/** What this server keeps to, in words and units. */
export function Limits({ desk }: { readonly desk: Desk }) {
  const { facts, error, load } = useModel(() => createFactsModel(() => desk.api.getLimits()))
  useEffect(() => void load(), [load])
  if (error.value) {
    return (
      <ErrorState title={t.failed} onRetry={load}>
        <p>{error.value}</p>
      </ErrorState>
    )
  }
  if (!facts.value) return <Loading label={t.loading} rows={6} />
  const { limits, rates } = facts.value
  const nameOf = (name: string) => t.names[name] ?? name
  return (
    <>
      <Card title={t.sizes} note={t.note}>
        <Facts rows={limits.map(({ name, value, unit }) => [nameOf(name), FORMATS[unit](value)])} />
      </Card>
      <Card title={t.rates}>
        <Facts
          rows={rates.map(({ name, max, window_ms }) => [
            nameOf(name),
            t.per(formatNumber(max), formatSpan(window_ms)),
          ])}
        />
      </Card>
    </>
  )
}

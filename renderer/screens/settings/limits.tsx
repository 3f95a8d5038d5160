import { useEffect } from 'preact/hooks'
import type { Limit } from '#contracts/system.ts'
import type { Desk } from '../../app/desk.ts'
import { formatBytes, formatNumber, formatSpan } from '../../format/numbers.ts'
import { t, tIfKnown } from '../../locales/translate.ts'
import { Card } from '../../ui/display.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createFactsModel } from './facts-model.ts'

const FORMATS: Readonly<Record<Limit['unit'], (value: number) => string>> = {
  bytes: formatBytes,
  ms: formatSpan,
  count: formatNumber,
}

/** Limits of this server, with units. */
export function Limits({ desk }: { readonly desk: Desk }) {
  const { facts, error, load } = useModel(() => createFactsModel(() => desk.api.getLimits()))
  useEffect(() => void load(), [load])
  if (error.value) {
    return (
      <ErrorState title={t('system.limits.failed')} onRetry={load}>
        <p>{error.value}</p>
      </ErrorState>
    )
  }
  if (!facts.value) return <Loading label={t('system.limits.loading')} rows={6} />
  const { limits, rates } = facts.value
  const nameOf = (name: string) => tIfKnown('system.limits.names', name) ?? name
  return (
    <>
      <Card title={t('system.limits.sizes')} note={t('system.limits.note')}>
        <Facts rows={limits.map(({ name, value, unit }) => [nameOf(name), FORMATS[unit](value)])} />
      </Card>
      <Card title={t('system.limits.rates')}>
        <Facts
          rows={rates.map(({ name, max, unit, window_ms }) => [
            nameOf(name),
            t('system.limits.per', { count: FORMATS[unit](max), time: formatSpan(window_ms) }),
          ])}
        />
      </Card>
    </>
  )
}

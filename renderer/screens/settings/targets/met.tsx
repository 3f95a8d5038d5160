import type { HomeDays } from '#contracts/home.ts'
import type { RepliesMet } from '#contracts/reply-targets.ts'
import type { Desk } from '../../../app/desk.ts'
import { formatNumber, formatShare } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Card } from '../../../ui/display.tsx'
import { ClockIcon } from '../../../ui/icons.tsx'
import { ChartIcon } from '../../../ui/icons-work.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Stat, Stats } from '../../../ui/stat.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { createMetModel } from './met-model.ts'

const DAYS: readonly HomeDays[] = ['7', '30', '90']
const KINDS = ['first', 'next'] as const

type Counts = RepliesMet['period']['first']

const countOf = ({ met, missed }: Counts) => met + missed

/** Shares of replies that met their targets, compared with the period before. */
export function Met({ desk }: { readonly desk: Pick<Desk, 'api'> }) {
  const model = useModel(() => createMetModel(desk.api))
  const { value: met } = model.met
  return (
    <Card
      title={t('targets.met')}
      note={t('targets.metNote')}
      actions={
        <Segmented<HomeDays>
          label={t('home.days')}
          size="small"
          value={model.days.value}
          options={DAYS.map((value) => ({
            value,
            label: t('home.lastDays', { days: Number(value) }),
          }))}
          onChoose={(value) => {
            model.days.value = value
          }}
        />
      }
    >
      {model.failure.value ? (
        <ErrorState title={t('targets.metFailed')} onRetry={() => void model.load()}>
          <p>{model.failure.value}</p>
        </ErrorState>
      ) : !met ? (
        <Loading label={t('targets.metLoading')} />
      ) : KINDS.every((kind) => countOf(met.period[kind]) === 0) ? (
        <Empty icon={ChartIcon} title={t('targets.metEmpty')}>
          <p>{t('targets.metEmptyHint')}</p>
        </Empty>
      ) : (
        <Stats>
          {KINDS.map((kind) => (
            <Share
              key={kind}
              label={t(`targets.${kind}`)}
              now={met.period[kind]}
              before={met.before[kind]}
            />
          ))}
        </Stats>
      )}
    </Card>
  )
}

interface ShareProps {
  readonly label: string
  readonly now: Counts
  readonly before: Counts
}

function Share({ label, now, before }: ShareProps) {
  const count = countOf(now)
  if (count === 0) return <Stat icon={ClockIcon} label={label} value={t('home.none')} />
  return (
    <Stat
      icon={ClockIcon}
      label={label}
      value={formatShare(now.met / count)}
      note={t('targets.metCount', { met: formatNumber(now.met), all: formatNumber(count) })}
      {...trendOf(now, before)}
    />
  )
}

/** Change of the share in percentage points; none if there is nothing to compare with. */
function trendOf(now: Counts, before: Counts) {
  if (countOf(before) === 0) return {}
  const value = Math.round((now.met / countOf(now) - before.met / countOf(before)) * 100) / 100
  return value === 0 ? {} : { trend: { value, isGood: value > 0, label: t('targets.metBefore') } }
}

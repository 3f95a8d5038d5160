import '../records/records.css'
import '../../ui/stat.css'
import './reports.css'
import type { Report } from '#contracts/reports.ts'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { shortDay } from '../../format/days.ts'
import { t, tIfKnown } from '../../locales/translate.ts'
import { Page, PageHead } from '../../ui/display.tsx'
import { ChartIcon } from '../../ui/icons-work.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Banner, Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { useModel } from '../../ui/use-model.ts'
import { DateFilter } from '../records/date-filter.tsx'
import { ExportMenu } from '../records/export-menu.tsx'
import { FilterMenu } from '../records/filter-menu.tsx'
import { Breakdown } from './breakdown.tsx'
import { CompareMenu } from './compare-menu.tsx'
import { Figures } from './figures.tsx'
import { Hours } from './hours.tsx'
import { CHANNELS, createReportsModel, DIMENSIONS, type ReportsModel } from './model.ts'
import { Plots } from './plots.tsx'

/** Reports on conversations: numbers of a period, compared and broken down. */
export function Reports({ desk }: ScreenProps) {
  const model = useModel(() => createReportsModel(desk))
  return (
    <Page width="full">
      <PageHead title={t('reports.title')} lead={t('reports.lead')} />
      <div class="reports" aria-busy={model.isBusy.value || undefined}>
        <Filters desk={desk} model={model} />
        <Shown desk={desk} model={model} />
      </div>
    </Page>
  )
}

interface PartProps {
  readonly desk: Desk
  readonly model: ReportsModel
}

function Filters({ desk, model }: PartProps) {
  const report = model.report.value
  return (
    <Toolbar label={t('records.filters')}>
      <DateFilter value={model.dates.value} onChange={model.setDates} isLocal />
      <CompareMenu model={model} />
      <FilterMenu
        label={t('inbox.filter.assistant_id')}
        value={model.assistant.value}
        options={model.assistants.value.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChoose={(id) => {
          model.assistant.value = id
        }}
      />
      <FilterMenu
        label={t('inbox.filter.type')}
        value={model.type.value}
        options={CHANNELS.map((value) => ({
          value,
          label: tIfKnown('inbox.types', value) ?? value,
        }))}
        onChoose={(type) => {
          model.type.value = type as typeof model.type.value
        }}
      />
      <span class="line-end">
        <ExportMenu
          desk={desk}
          urlOf={model.exportUrl}
          name={`report-${model.by.value}`}
          query={model.query.value}
          total={report ? (report.row_count + 1) * (report.before ? 2 : 1) : 0}
        />
      </span>
    </Toolbar>
  )
}

function Shown({ desk, model }: PartProps) {
  const { value: error } = model.error
  const { value: report } = model.report
  if (!report && error !== undefined)
    return (
      <ErrorState title={t('reports.failed')} onRetry={() => void model.load()}>
        <p>{error}</p>
      </ErrorState>
    )
  if (!report) return <Loading label={t('reports.loading')} rows={6} />
  const { period, before } = report.total
  const isEmpty = period.counts.conversations + (before?.counts.conversations ?? 0) === 0
  return (
    <>
      {error !== undefined && <Banner tone="attention">{error}</Banner>}
      <p class="quiet report-periods">
        <bdi>{periodWords(report)}</bdi>
      </p>
      {isEmpty ? (
        <Empty icon={ChartIcon} title={t('reports.empty')}>
          <p>{t('reports.emptyHint')}</p>
        </Empty>
      ) : (
        <>
          <Figures report={report} />
          <Plots report={report} onOpen={(url) => desk.address.go(url)} />
          <section class="report-rows" aria-labelledby="reports-rows">
            <header class="report-rows-head">
              <h2 id="reports-rows">{t('reports.rows')}</h2>
              <Segmented
                label={t('reports.rows')}
                size="small"
                value={model.by.value}
                options={DIMENSIONS.map((value) => ({ value, label: t(`reports.by.${value}`) }))}
                onChoose={(by) => {
                  model.by.value = by
                }}
              />
            </header>
            <Breakdown report={report} by={model.rowsBy.value} />
          </section>
          <Hours report={report} />
        </>
      )}
    </>
  )
}

/** The days of both periods. */
function periodWords({ date_from, date_to, before }: Report): string {
  const days = { from: shortDay(date_from), to: shortDay(date_to) }
  if (!before) return t('records.between', days)
  const former = { from: shortDay(before.date_from), to: shortDay(before.date_to) }
  return t('reports.periods', {
    period: t('records.between', days),
    before: t('records.between', former),
  })
}

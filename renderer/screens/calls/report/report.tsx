import '../calls.css'
import '../../records/records.css'
import './report.css'
import type { CallReport } from '#contracts/call-report.ts'
import { CallKind } from '#contracts/enums.ts'
import type { Desk } from '../../../app/desk.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { t } from '../../../locales/translate.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Badge, Page, PageHead } from '../../../ui/display.tsx'
import { ChartIcon } from '../../../ui/icons-work.tsx'
import { Banner, Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { DateFilter } from '../../records/date-filter.tsx'
import { FilterMenu } from '../../records/filter-menu.tsx'
import { Direction } from '../columns.tsx'
import { endColumns, numberColumns, type ReportRow } from './columns.tsx'
import { type CallReportModel, createCallReportModel } from './model.ts'

/** Report on calls: number, duration, latency, and the ways in which they ended. */
export function CallReportScreen({ desk }: ScreenProps) {
  const model = useModel(() => createCallReportModel(desk))
  return (
    <Page width="full">
      <PageHead
        title={t('callReport.title')}
        lead={t('callReport.lead')}
        back={{ href: '/app/calls', label: t('call.back') }}
      />
      <div class="call-report" aria-busy={model.isBusy.value || undefined}>
        <Toolbar label={t('records.filters')}>
          <DateFilter value={model.dates.value} onChange={model.setDates} isLocal />
          <FilterMenu
            label={t('calls.assistant')}
            value={model.assistant.value}
            options={model.assistants.value.map(({ id, name }) => ({
              value: String(id),
              label: name,
            }))}
            onChoose={(id) => {
              model.assistant.value = id
            }}
          />
        </Toolbar>
        <Numbers desk={desk} model={model} />
      </div>
    </Page>
  )
}

interface NumbersProps {
  readonly desk: Desk
  readonly model: CallReportModel
}

function Numbers({ desk, model }: NumbersProps) {
  const { value: error } = model.error
  const { value: report } = model.report
  if (!report && error !== undefined)
    return (
      <ErrorState title={t('callReport.failed')} onRetry={() => void model.load()}>
        <p>{error}</p>
      </ErrorState>
    )
  if (!report) return <Loading label={t('callReport.loading')} rows={6} />
  if (report.total.calls + report.kinds.sandbox.calls === 0) return <Nothing desk={desk} />
  const kinds = kindRows(report)
  return (
    <>
      {error !== undefined && <Banner tone="attention">{error}</Banner>}
      <section>
        <h2>{t('callReport.byKind')}</h2>
        <DataTable
          label={t('callReport.byKind')}
          columns={numberColumns(t('callReport.kind'), model.listOf)}
          rows={kinds}
          keyOf={({ key }) => key}
          tone={toneOf}
        />
        <p class="quiet">{t('callReport.waitHint')}</p>
      </section>
      <section>
        <h2>{t('callReport.ends')}</h2>
        <DataTable
          label={t('callReport.ends')}
          columns={endColumns(t('callReport.kind'), model.listOf)}
          rows={kinds}
          keyOf={({ key }) => key}
          tone={toneOf}
        />
      </section>
      {report.assistants.length > 0 && (
        <section>
          <h2>{t('callReport.byAssistant')}</h2>
          <DataTable
            label={t('callReport.byAssistant')}
            columns={numberColumns(t('calls.assistant'), model.listOf)}
            rows={assistantRows(report)}
            keyOf={({ key }) => key}
          />
          <p class="quiet">{t('callReport.withoutSandbox')}</p>
        </section>
      )}
    </>
  )
}

/** Sandbox calls are shown, but toned down. */
const toneOf = ({ key }: ReportRow) => (key === 'sandbox' ? 'quiet' : undefined)

/** One row per kind with calls, their total, and the Sandbox separately. */
function kindRows({ kinds, total }: CallReport): ReportRow[] {
  const present = CallKind.options.filter((kind) => kinds[kind].calls > 0)
  const business = present.flatMap((kind): ReportRow[] =>
    kind === 'sandbox'
      ? []
      : [
          {
            key: kind,
            name: <Direction type={kind} />,
            numbers: kinds[kind],
            filter: { kind },
          },
        ],
  )
  const all: ReportRow = {
    key: 'all',
    name: t('callReport.all'),
    numbers: total,
    filter: { sandbox: '0' },
  }
  const sandbox: ReportRow = {
    key: 'sandbox',
    name: (
      <span class="call-report-name">
        <Badge tone="ai">{t('callReport.sandbox')}</Badge> {t('callReport.practice')}
      </span>
    ),
    numbers: kinds.sandbox,
    filter: { kind: 'sandbox' },
  }
  return [
    ...business,
    ...(business.length === 1 ? [] : [all]),
    ...(kinds.sandbox.calls > 0 ? [sandbox] : []),
  ]
}

const assistantRows = ({ assistants }: CallReport): ReportRow[] =>
  assistants.map((numbers) => ({
    key: String(numbers.assistant_id),
    name: <bdi>{numbers.assistant_name}</bdi>,
    numbers,
    filter: { sandbox: '0', assistant_id: String(numbers.assistant_id) },
  }))

/** Empty state that explains how to get calls. */
function Nothing({ desk }: { readonly desk: Desk }) {
  return (
    <Empty icon={ChartIcon} title={t('callReport.empty')}>
      <p>{t('callReport.emptyHint')}</p>
      <ul class="call-report-ways">
        {desk.session.may('server.providers') && (
          <>
            <li>
              <a href="/app/settings/voice">{t('callReport.waysWeb')}</a>
            </li>
            <li>
              <a href="/app/settings/providers">{t('callReport.waysTelephone')}</a>
            </li>
          </>
        )}
        {desk.session.may('outreach') && (
          <li>
            <a href="/app/calls?dialog=place">{t('callReport.waysPractice')}</a>
          </li>
        )}
      </ul>
    </Empty>
  )
}

import './records.css'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ColumnsMenu } from '../../ui/columns-menu.tsx'
import { Select } from '../../ui/controls.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { CloseIcon, SearchIcon, UpIcon } from '../../ui/icons.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { DateFilter } from './date-filter.tsx'
import { ExportMenu } from './export-menu.tsx'
import { PER_PAGE, type RecordsModel } from './model.ts'
import { useListKeys } from './use-list-keys.ts'

interface RecordsListProps<item, filter extends string> {
  readonly desk: Desk
  readonly model: RecordsModel<item, filter>
  /** Name of the list. */
  readonly label: string
  readonly columns: readonly Column<item>[]
  readonly keyOf: (item: item) => string | number
  readonly nameOf?: (item: item) => string
  readonly hrefOf?: (item: item) => string | undefined
  readonly onOpen?: (item: item) => void
  readonly actions?: (item: item) => ComponentChildren
  /** Formats the total. */
  readonly counted: (count: number) => string
  /** Filters besides the dates. */
  readonly filters?: ComponentChildren
  /** URL of the export, and its file name; no export if omitted. */
  readonly exportUrl?: (query: Readonly<Record<string, string>>) => string
  readonly fileName?: string
  readonly onNew?: () => void
  /** False if the list cannot be narrowed to dates. */
  readonly hasDates?: boolean
  /** True if days are in the local timezone. */
  readonly isLocal?: boolean
  /** Shown if there are no records and no filter is set. */
  readonly empty: ComponentChildren
}

/** A list of records with filters, columns, export, paging, shortcuts and its states. */
export function RecordsList<item, filter extends string>(props: RecordsListProps<item, filter>) {
  const { desk, model, label, columns, filters, exportUrl, fileName = label, onNew } = props
  const page = model.page.value
  const root = useListKeys(desk, onNew)
  if (page?.total === 0 && !model.isFiltered.value) return <div ref={root}>{props.empty}</div>
  return (
    <div class="records" ref={root}>
      <Toolbar label={t('records.filters')}>
        {filters}
        {props.hasDates !== false && (
          <DateFilter
            value={model.dates.value}
            onChange={model.setDates}
            isLocal={props.isLocal ?? false}
          />
        )}
        {model.isFiltered.value && (
          <Button size="small" kind="quiet" icon={CloseIcon} onClick={model.clear}>
            {t('records.clearFilters')}
          </Button>
        )}
        <div class="records-tools">
          <ColumnsMenu
            columns={columns}
            hidden={model.hidden.value}
            onChange={(hidden) => {
              model.hidden.value = hidden
            }}
          />
          {exportUrl && (
            <ExportMenu
              desk={desk}
              urlOf={exportUrl}
              name={fileName}
              query={model.query.value}
              total={page?.total ?? 0}
            />
          )}
        </div>
      </Toolbar>
      <div class="records-line">
        <p class="quiet" role="status">
          {page && props.counted(page.total)}
        </p>
        {model.fresh.value > 0 && (
          <Button size="small" kind="primary" icon={UpIcon} onClick={model.showFresh}>
            {t('records.showFresh', { count: model.fresh.value })}
          </Button>
        )}
      </div>
      {/* The table already has the list's name. */}
      <Rows {...props} label={label} />
    </div>
  )
}

function Rows<item, filter extends string>(props: RecordsListProps<item, filter>) {
  const { model, label, columns, keyOf } = props
  const perPage = useId()
  const page = model.page.value
  if (model.error.value && !page) {
    return (
      <ErrorState title={t('records.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    )
  }
  if (!page) return <Loading label={t('records.loading')} rows={8} />
  return (
    <>
      {model.error.value && (
        <p class="field-error" role="alert">
          {model.error.value}
        </p>
      )}
      <DataTable
        label={label}
        columns={columns}
        rows={page.data}
        keyOf={keyOf}
        hidden={model.hidden.value}
        isBusy={model.busy.value}
        {...(props.nameOf && { nameOf: props.nameOf })}
        {...(props.hrefOf && { hrefOf: props.hrefOf })}
        {...(props.onOpen && { onOpen: props.onOpen })}
        {...(props.actions && { actions: props.actions })}
        empty={<NothingHere model={model} isBeyond={page.total > 0} />}
      />
      <footer class="records-foot">
        <div class="records-per-page">
          <label class="quiet" for={perPage}>
            {t('records.perPage')}
          </label>
          <Select
            id={perPage}
            size="small"
            value={model.perPage.value}
            onEdit={(value) => {
              model.perPage.value = value
              model.open(1)
            }}
          >
            {PER_PAGE.map((count) => (
              <option key={count} value={count}>
                {t('records.perPageOption', { count })}
              </option>
            ))}
          </Select>
        </div>
        <Pagination page={page} onOpen={model.open} />
      </footer>
    </>
  )
}

interface NothingHereProps {
  readonly model: { readonly clear: () => void; readonly open: (page: number) => void }
  readonly isBeyond: boolean
}

function NothingHere({ model, isBeyond }: NothingHereProps) {
  return isBeyond ? (
    <Empty
      icon={SearchIcon}
      title={t('records.beyond')}
      actions={<Button onClick={() => model.open(1)}>{t('records.firstPage')}</Button>}
    >
      <p>{t('records.beyondHint')}</p>
    </Empty>
  ) : (
    <Empty
      icon={SearchIcon}
      title={t('records.noMatch')}
      actions={<Button onClick={model.clear}>{t('records.clearFilters')}</Button>}
    >
      <p>{t('records.noMatchHint')}</p>
    </Empty>
  )
}

import '../records/records.css'
import './contact.css'
import './contacts.css'
import { apiUrl } from '../../app/api.ts'
import { visitorName } from '../../app/people/people.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ColumnsMenu } from '../../ui/columns-menu.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { ContactsIcon } from '../../ui/icons.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { useModel } from '../../ui/use-model.ts'
import { ExportMenu } from '../records/export-menu.tsx'
import { useListKeys } from '../records/use-list-keys.ts'
import { CONTACT_COLUMNS } from './columns.tsx'
import { type ContactsModel, createContactsModel } from './list-model.ts'

/** Everybody who has written, and visitors currently on a website. */
export function Contacts({ desk }: ScreenProps) {
  const model = useModel(() => createContactsModel(desk))
  const root = useListKeys(desk)
  const online = model.onlineTotal.value
  const page = model.page.value
  return (
    <Page>
      <PageHead title={t('contacts.title')} lead={t('contacts.lead')} />
      <div class="records contacts" ref={root}>
        <Toolbar label={t('contacts.shown')}>
          <SearchInput
            label={t('contacts.search')}
            placeholder={t('contacts.search')}
            value={model.search.value}
            onEdit={(q) => model.narrow({ q: q === '' ? undefined : q }, true)}
            shortcut="/"
            isBusy={model.isBusy.value}
          />
          <Segmented
            label={t('contacts.shown')}
            options={[
              { value: 'all', label: t('contacts.all') },
              {
                value: 'online',
                label: t('contacts.online'),
                ...(online > 0 && { count: online }),
              },
            ]}
            value={model.shown.value}
            onChoose={(show) => model.narrow({ show: show === 'all' ? undefined : show })}
          />
          <span class="records-space" />
          <ColumnsMenu
            columns={CONTACT_COLUMNS}
            hidden={model.hidden.value}
            onChange={(hidden) => {
              model.hidden.value = hidden
            }}
          />
          <ExportMenu
            desk={desk}
            urlOf={(query) => apiUrl('exportContacts', { query })}
            name="contacts"
            query={model.narrowed.value}
            total={page?.total ?? 0}
          />
        </Toolbar>
        <div class="records-line">
          <p class="quiet" role="status">
            {page && t('contacts.count', { count: page.total })}
          </p>
        </div>
        <List model={model} />
      </div>
    </Page>
  )
}

function List({ model }: { readonly model: ContactsModel }) {
  const page = model.page.value
  const error = model.error.value
  if (error !== undefined && !page)
    return (
      <ErrorState title={t('contacts.failed')} onRetry={() => void model.load()}>
        <p>{error}</p>
      </ErrorState>
    )
  if (!page) return <Loading label={t('contacts.loading')} as="table" rows={8} />
  return (
    <>
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      <DataTable
        label={t('contacts.title')}
        columns={CONTACT_COLUMNS}
        rows={page.data}
        keyOf={({ id }) => id}
        nameOf={visitorName}
        hrefOf={({ id }) => `/app/contacts/${id}`}
        hidden={model.hidden.value}
        sort={
          model.sort.value === 'name'
            ? { key: 'name', isDown: false }
            : { key: 'last_seen', isDown: true }
        }
        onSort={({ key }) => model.narrow({ sort: key === 'name' ? 'name' : undefined })}
        isBusy={model.isBusy.value && page.data.length > 0}
        empty={<Nothing model={model} isBeyond={page.total > 0} />}
      />
      <Pagination page={page} onOpen={model.open} />
    </>
  )
}

interface NothingProps {
  readonly model: ContactsModel
  /** True if the list is shorter than the requested page. */
  readonly isBeyond: boolean
}

/** Empty state: explains why nobody is listed, and what to do. */
function Nothing({ model, isBeyond }: NothingProps) {
  const search = model.search.value.trim()
  const all = (
    <Button onClick={() => model.narrow({ q: undefined, show: undefined })}>
      {t('contacts.showAll')}
    </Button>
  )
  const first = <Button onClick={() => model.open(1)}>{t('records.firstPage')}</Button>
  if (isBeyond)
    return (
      <Empty icon={ContactsIcon} title={t('records.beyond')} actions={first}>
        <p>{t('records.beyondHint')}</p>
      </Empty>
    )
  if (model.shown.value === 'online')
    return (
      <Empty icon={ContactsIcon} title={t('contacts.nobodyOnline')} actions={all}>
        <p>{t('contacts.nobodyOnlineHint')}</p>
      </Empty>
    )
  if (search !== '')
    return (
      <Empty icon={ContactsIcon} title={t('contacts.notFound', { text: search })} actions={all}>
        <p>{t('contacts.notFoundHint')}</p>
      </Empty>
    )
  return (
    <Empty
      icon={ContactsIcon}
      title={t('contacts.empty')}
      actions={
        <>
          <LinkButton href="/demo" kind="primary" isOutside>
            {t('contacts.openDemo')}
          </LinkButton>
          <LinkButton href="/app/assistants">{t('contacts.embed')}</LinkButton>
        </>
      }
    >
      <p>{t('contacts.emptyHint')}</p>
    </Empty>
  )
}

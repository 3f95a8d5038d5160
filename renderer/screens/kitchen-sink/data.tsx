import { useSignal } from '@preact/signals'
import { Button, IconButton } from '../../ui/button.tsx'
import { ColumnsMenu } from '../../ui/columns-menu.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Badge, type Tone } from '../../ui/display.tsx'
import { MoreIcon, TrashIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { Sort } from '../../ui/table-head.tsx'
import { BulkBar, FilterChip, Toolbar } from '../../ui/toolbar.tsx'

interface Row {
  readonly id: number
  readonly name: string
  readonly state: readonly [Tone, string]
  readonly messages: number
  readonly cost: string
}

const ROWS: readonly Row[] = [
  { id: 1, name: 'Ada Lovelace', state: ['ok', 'Open'], messages: 12, cost: '$0.0412' },
  {
    id: 2,
    name: 'Grace Hopper',
    state: ['attention', 'Needs a person'],
    messages: 4,
    cost: '$0.01',
  },
  { id: 3, name: 'Visitor 1f82', state: ['ai', 'AI only'], messages: 128, cost: '$1.20' },
  {
    id: 4,
    name: 'Jóhanna Sigurðardóttir of the Reykjavík office',
    state: ['neutral', 'Ended'],
    messages: 7,
    cost: '$0.00',
  },
]

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    title: 'Who',
    isPrimary: true,
    canHide: false,
    isSortable: true,
    cell: ({ name }) => name,
  },
  {
    key: 'state',
    title: 'State',
    cell: ({ state: [tone, word] }) => <Badge tone={tone}>{word}</Badge>,
  },
  {
    key: 'messages',
    title: 'Messages',
    isNumber: true,
    isSortable: true,
    cell: (row) => row.messages,
  },
  { key: 'cost', title: 'Cost', isNumber: true, cell: (row) => row.cost },
]

function sorted(rows: readonly Row[], { key, isDown }: Sort): readonly Row[] {
  const side = isDown ? -1 : 1
  return rows.toSorted((one, other) =>
    key === 'messages'
      ? side * (one.messages - other.messages)
      : side * one.name.localeCompare(other.name),
  )
}

/** A table with all its features. */
export function Data() {
  const selected = useSignal<ReadonlySet<string | number>>(new Set([2]))
  const sort = useSignal<Sort>({ key: 'messages', isDown: true })
  const hidden = useSignal<readonly string[]>([])
  const text = useSignal('')
  return (
    <>
      <Toolbar label="Filters">
        <SearchInput
          label="Search conversations"
          value={text.value}
          onEdit={(value) => {
            text.value = value
          }}
        />
        <FilterChip label="State" value="Open, Mine" onRemove={() => undefined} />
        <ColumnsMenu
          columns={COLUMNS}
          hidden={hidden.value}
          onChange={(value) => {
            hidden.value = value
          }}
        />
      </Toolbar>
      {selected.value.size > 0 && (
        <BulkBar
          count={selected.value.size}
          onClear={() => {
            selected.value = new Set()
          }}
        >
          <Button size="small">Assign</Button>
          <Button size="small" icon={TrashIcon}>
            Delete
          </Button>
        </BulkBar>
      )}
      <DataTable
        label="Conversations"
        columns={COLUMNS}
        rows={sorted(ROWS, sort.value)}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        hidden={hidden.value}
        sort={sort.value}
        selected={selected.value}
        tone={(row) => (row.id === 2 ? 'attention' : row.id === 4 ? 'quiet' : undefined)}
        hrefOf={() => '#data'}
        actions={(row) => (
          <Menu
            label={`Actions: ${row.name}`}
            align="end"
            items={[{ label: 'Delete', icon: TrashIcon, isDanger: true }]}
            trigger={(props) => (
              <IconButton {...props} size="small" icon={MoreIcon} label={`Actions: ${row.name}`} />
            )}
          />
        )}
        onSort={(value) => {
          sort.value = value
        }}
        onSelect={(value) => {
          selected.value = value
        }}
      />
      <Pagination
        page={{
          current_page: 2,
          data: [],
          first_page_url: '',
          from: 21,
          last_page: 61,
          last_page_url: '',
          links: [],
          next_page_url: null,
          path: '',
          per_page: 20,
          prev_page_url: null,
          to: 40,
          total: 1204,
        }}
        onOpen={() => undefined}
      />
      <DataTable
        label="Being replaced"
        columns={COLUMNS.slice(0, 3)}
        rows={ROWS.slice(0, 2)}
        keyOf={(row) => row.id}
        isBusy
      />
    </>
  )
}

import { useSignal } from '@preact/signals'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { RowList } from '../../ui/row-list.tsx'
import { Shelf } from './shelf.tsx'

/** Editable row lists. */
export function Rows() {
  return (
    <div class="sink-grid">
      <Shelf title="Rows" isColumn>
        <Samples of={['order_id', '']} />
      </Shelf>
      <Shelf title="Rows in an order" isColumn>
        <Samples of={['Where is my order?', 'What do returns cost?']} isSorted />
      </Shelf>
      <Shelf title="No more fit" isColumn>
        <Samples of={['Yes', 'No']} max={2} />
      </Shelf>
      <Shelf title="None" isColumn>
        <Samples of={[]} />
      </Shelf>
    </div>
  )
}

interface SamplesProps {
  readonly of: readonly string[]
  readonly isSorted?: boolean
  readonly max?: number
}

function Samples({ of, isSorted = false, max = 5 }: SamplesProps) {
  const rows = useSignal(of)
  return (
    <RowList
      rows={rows.value}
      nameOf={(row, index) => row || `row ${index + 1}`}
      rowClass="sink-written"
      isSorted={isSorted}
      onChange={(next) => {
        rows.value = next
      }}
      add={
        rows.value.length < max &&
        ((add) => (
          <Button size="small" icon={PlusIcon} onClick={() => add('')}>
            Add row
          </Button>
        ))
      }
    >
      {({ row, index, handle, removal, edit }) => (
        <>
          {handle}
          <TextInput aria-label={`Row ${index + 1}`} value={row} onEdit={edit} />
          <IconButton icon={CloseIcon} {...removal} />
        </>
      )}
    </RowList>
  )
}

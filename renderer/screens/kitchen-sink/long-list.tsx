import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { VirtualList, type VirtualListHandle } from '../../ui/virtual-list.tsx'

const WORDS =
  'What does it cost to send the parcel back, and how long does it take until it is here again?'
const make = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: from + index,
    text: WORDS.slice(0, 12 + (((from + index) * 37) % 80)),
  }))

/** Ten thousand rows of different heights, and a thread that grows at both ends. */
export function LongList() {
  const thread = useSignal(make(1000, 60))
  const handle = useRef<VirtualListHandle>(null)
  const all = useRef(make(0, 10_000)).current
  return (
    <div class="sink-grid">
      <div class="sink-list">
        <VirtualList
          isTabStop
          label="Ten thousand"
          items={all}
          keyOf={(row) => row.id}
          estimate={() => 40}
          render={(row) => (
            <div class="sink-row">
              <strong>{row.id}</strong> {row.text}
            </div>
          )}
        />
      </div>
      <div class="sink-list">
        <VirtualList
          isTabStop
          label="A thread"
          anchor="end"
          handle={handle}
          items={thread.value}
          keyOf={(row) => row.id}
          estimate={() => 40}
          gap={4}
          render={(row) => (
            <div class="sink-row">
              <strong>{row.id}</strong> {row.text}
            </div>
          )}
        />
      </div>
      <div class="row-of is-2">
        <Button
          size="small"
          onClick={() => {
            const first = thread.value[0]!.id
            thread.value = [...make(first - 20, 20), ...thread.value]
          }}
        >
          Earlier ones
        </Button>
        <Button
          size="small"
          onClick={() => {
            thread.value = [...thread.value, ...make(thread.value.at(-1)!.id + 1, 1)]
          }}
        >
          A new one
        </Button>
        <Button size="small" onClick={() => handle.current?.scrollToEnd()}>
          To the end
        </Button>
      </div>
    </div>
  )
}

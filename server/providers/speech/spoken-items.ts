import type { ConverserEvent, Conversing } from './converse.ts'

/** The part of a response that was heard. */
export interface HeardPart {
  readonly text: string
  readonly ms: number
  /** False if it was cut off. */
  readonly isWhole: boolean
}

interface Item {
  readonly id: string
  ms: number
  text: string
}

/** Items of a response, in audio or text, until it is known how much was heard. */
export function createSpokenItems() {
  let items: Item[] = []

  function itemOf(id: string): Item {
    const known = items.find((item) => item.id === id)
    if (known) return known
    const item = { id, ms: 0, text: '' }
    items.push(item)
    return item
  }

  function cut({ ms, text }: HeardPart, spoken: readonly Item[], by: Conversing): void {
    let start = 0
    let left = text
    for (const item of spoken) {
      if (item.ms > 0) {
        if (start + item.ms > ms) by.truncate(item.id, Math.max(0, ms - start))
        start += item.ms
      } else if (left.length < item.text.trim().length) {
        by.replace(item.id, left.trim())
        left = ''
      } else left = left.slice(item.text.trim().length).trim()
    }
  }

  return {
    add(event: Extract<ConverserEvent, { kind: 'sound' | 'words' }>): void {
      const item = itemOf(event.itemId)
      if (event.kind === 'words') item.text += event.text
      else item.ms += (event.pcm.length / event.rate) * 1000
    },
    /** Sets how much of them was heard: the model forgets the rest. */
    settle(heard: HeardPart, by: Conversing | undefined): void {
      if (by && !heard.isWhole) cut(heard, items, by)
      items = []
    },
  }
}

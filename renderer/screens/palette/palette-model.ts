import { computed, effect, signal } from '@preact/signals'
import { fuzzy, type Match, type Ranges } from '../../app/fuzzy.ts'
import type { Icon } from '../../ui/icon.tsx'

/** An action or destination in the palette. */
export interface Entry {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly icon?: Icon | undefined
  readonly keys?: string | undefined
  /** Additional search terms. */
  readonly keywords?: string | undefined
  /** Address that it opens; opened items are remembered. */
  readonly href?: string | undefined
  readonly run?: () => unknown
}

/** An entry with its match. */
export interface Result extends Entry {
  readonly ranges: Ranges
  /** Matching ranges of the hint. */
  readonly hintRanges?: Ranges
}

export interface Section<entry extends Entry = Result> {
  readonly title: string
  readonly entries: readonly entry[]
}

interface Ranked extends Section {
  /** Score of its best match. */
  readonly best: number
}

/** Entries found by a search elsewhere, which need no further filtering. */
export type Found = Section<Entry & { readonly ranges?: Ranges; readonly hintRanges?: Ranges }>

export type PaletteModel = ReturnType<typeof createPaletteModel>

interface PaletteOptions {
  /** Local results; recomputed when their sources change. */
  readonly local: (isBlank: boolean) => readonly Section<Entry>[]
  /** Remote results. Each answer replaces the previous one. */
  readonly remote: (query: string, signal: AbortSignal) => readonly Promise<readonly Found[]>[]
}

/** Debounce of the search, ms. */
const PAUSE = 120
/** Maximum number of entries shown per section. */
const MAX_PER_SECTION = 6
/** Score up to which a match is only one of single letters. */
const SCATTERED = 8
/** Minimum score of a section that the server found. */
const FOUND = SCATTERED + 1
const NO_RANGES: Ranges = []

/** Search while typing: local results immediately, the server's shortly after. */
export function createPaletteModel({ local, remote }: PaletteOptions) {
  const query = signal('')
  const current = signal(0)
  const found = signal<readonly Found[]>([])
  const pending = signal(0)
  const words = computed(() => query.value.trim())
  let asked = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const sections = computed<readonly Ranked[]>(() => {
    if (words.value === '')
      return unfiltered(local(true)).filter(({ entries }) => entries.length > 0)
    const there = found.value.map((section) => asFound(section, words.value))
    return [...ranked(local(false), words.value), ...there]
      .filter(({ entries }) => entries.length > 0)
      .sort((a, b) => b.best - a.best)
  })
  const results = computed(() => sections.value.flatMap(({ entries }) => entries))

  const stop = effect(() => {
    const text = words.value
    asked.abort()
    clearTimeout(timer)
    if (text === '') {
      found.value = []
      pending.value = 0
      return
    }
    pending.value = 1
    timer = setTimeout(() => void ask(text), PAUSE)
  })

  async function ask(text: string): Promise<void> {
    const { signal: isStale } = (asked = new AbortController())
    const answers = remote(text, isStale)
    const parts: (readonly Found[] | undefined)[] = answers.map(() => undefined)
    pending.value = answers.length
    const settled = answers.map(async (answer, index) => {
      const part = await answer.catch(() => [])
      if (isStale.aborted) return
      parts[index] = part
      pending.value--
      // Previous results stay visible until all requests have been answered.
      if (pending.value === 0) found.value = parts.flatMap((one) => one ?? [])
    })
    await Promise.all(settled)
  }

  return {
    query,
    current,
    sections,
    results,
    isSearching: computed(() => pending.value > 0),
    type(text: string): void {
      query.value = text
      current.value = 0
    },
    move(step: number): void {
      const { length } = results.value
      if (length > 0) current.value = (current.value + step + length) % length
    },
    /**
     * The entry that Enter selects. Until the server has answered, a match of single letters is not selected by itself: a
     * name that is being searched for must not run a command.
     */
    chosen: computed(() => {
      const isUndecided =
        pending.value > 0 && current.value === 0 && (sections.value[0]?.best ?? 0) <= SCATTERED
      if (isUndecided && words.value !== '') return undefined
      return results.value[Math.min(current.value, results.value.length - 1)]
    }),
    stop(): void {
      asked.abort()
      clearTimeout(timer)
      stop()
    },
  }
}

function unfiltered(sections: readonly Section<Entry>[]): Ranked[] {
  return sections.map(({ title, entries }) => ({
    title,
    best: 0,
    entries: entries.map((entry) => ({ ...entry, ranges: NO_RANGES })),
  }))
}

/** Results of the server, ranked by their labels among the rest; it also finds by what is not shown. */
function asFound({ title, entries }: Found, query: string): Ranked {
  const shown = entries.slice(0, MAX_PER_SECTION)
  const scores = shown.map(({ label }) => scoreOf(fuzzy(query, label)) ?? SCATTERED)
  return {
    title,
    best: Math.max(FOUND, ...scores),
    entries: shown.map((entry) => ({ ranges: NO_RANGES, ...entry })),
  }
}

/** The best matches of each section. */
function ranked(sections: readonly Section<Entry>[], query: string): Ranked[] {
  return sections.map(({ title, entries }) => {
    const fitting = entries
      .flatMap((entry) => matchOf(entry, query) ?? [])
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_PER_SECTION)
    return {
      title,
      best: fitting[0]?.score ?? 0,
      entries: fitting.map(({ entry, ranges }) => ({ ...entry, ranges })),
    }
  })
}

function matchOf(entry: Entry, query: string) {
  const byLabel = fuzzy(query, entry.label)
  if (byLabel) return { entry, score: scoreOf(byLabel)!, ranges: byLabel.ranges }
  const byAll = fuzzy(query, [entry.label, entry.hint, entry.keywords].filter(Boolean).join(' '))
  return byAll && { entry, score: scoreOf(byAll)! / 2, ranges: NO_RANGES }
}

/** A match of single letters counts less than anything that contains the words. */
function scoreOf(match: Match | undefined): number | undefined {
  return match && (match.isWhole ? match.score : Math.min(match.score, SCATTERED))
}

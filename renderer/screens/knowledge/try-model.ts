import { signal } from '@preact/signals'
import type { FoundPassage } from '#contracts/knowledge-passages.ts'
import { type Api, explain } from '../../app/api.ts'

export type TryModel = ReturnType<typeof createTryModel>

/** Search results for a question. */
export function createTryModel(api: Api, id: number, language: string) {
  const question = signal('')
  const found = signal<readonly FoundPassage[]>()
  const isHybrid = signal(false)
  const isBusy = signal(false)
  const error = signal<string>()
  let asked = 0

  async function ask(): Promise<void> {
    if (question.value.trim() === '') return
    const turn = ++asked
    isBusy.value = true
    error.value = undefined
    try {
      const body = { question: question.value, language }
      const { data, method } = await api.searchKnowledgeBase({ params: { id }, body })
      if (turn !== asked) return
      found.value = data
      isHybrid.value = method === 'words_and_meaning'
    } catch (failure) {
      if (turn === asked) error.value = explain(failure)
    } finally {
      if (turn === asked) isBusy.value = false
    }
  }

  return { question, found, isHybrid, isBusy, error, ask }
}

/** A segment of a text, and whether it matches the question. */
export interface Piece {
  readonly text: string
  readonly isHit: boolean
}

/** Splits a text at the words of a question. */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
  const pattern = words
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')
  if (pattern === '') return [{ text, isHit: false }]
  return text
    .split(new RegExp(`(${pattern})`, 'gu'))
    .map((piece, at) => ({ text: piece, isHit: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

import { setImmediate as breathe } from 'node:timers/promises'
import type { Tx, Write } from '../../db/write.ts'

/** The staged rows of one kind of import (decision 054). */
export interface Staged<row> {
  readonly insertSlice: (tx: Tx, id: number, place: number, json: string) => unknown
  /** Removes and returns the next staged slice of an import; undefined if none is left. */
  readonly takeSlice: (tx: Tx, id: number) => row[] | undefined
  /** Deletes an import without slices. */
  readonly end: (tx: Tx, id: number) => unknown
}

/** Size at which a slice is full regardless of its count, characters. */
const SLICE_CHARS = 64 * 1024

/** Slices staged per transaction. */
const SLICES_PER_WRITE = 8

/** Stages the rows of an import in slices; on failure, all of it is removed. */
export async function stageRows<row>(
  write: Write,
  staged: Staged<row>,
  id: number,
  rows: Iterable<row> | AsyncIterable<row>,
  perSlice: number,
): Promise<void> {
  try {
    let place = 0
    for await (const slices of slicesOf(rows, perSlice)) {
      await write((tx) => {
        for (const json of slices) staged.insertSlice(tx, id, place++, json)
      })
      await breathe()
    }
  } catch (error) {
    await dropStaged(write, staged, id)
    throw error
  }
}

/** Yields slices as JSON, as many as are staged per transaction. */
async function* slicesOf<row>(
  rows: Iterable<row> | AsyncIterable<row>,
  perSlice: number,
): AsyncGenerator<string[]> {
  let slices: string[] = []
  let slice: string[] = []
  let chars = 0
  for await (const row of rows) {
    const json = JSON.stringify(row)
    slice.push(json)
    chars += json.length
    if (slice.length < perSlice && chars < SLICE_CHARS) continue
    slices.push(`[${slice.join()}]`)
    slice = []
    chars = 0
    if (slices.length < SLICES_PER_WRITE) continue
    yield slices
    slices = []
  }
  if (slice.length > 0) slices.push(`[${slice.join()}]`)
  if (slices.length > 0) yield slices
}

/** Deletes an import that was not accepted, slice by slice. */
export async function dropStaged<row>(
  write: Write,
  staged: Staged<row>,
  id: number,
): Promise<void> {
  while ((await write((tx) => staged.takeSlice(tx, id))) !== undefined) await breathe()
  await write((tx) => staged.end(tx, id))
}

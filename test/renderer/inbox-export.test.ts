import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import type { Filter } from '../../renderer/app/inbox/filter.ts'
import { createToasts } from '../../renderer/app/toasts.ts'
import { createExportModel } from '../../renderer/screens/inbox/list/export-model.ts'
import { ADA, BOB, later } from './support.ts'

const CSV = 'id,state\r\n1,open\r\n2,open\r\n'

function desk(answer: () => Response | Promise<Response> = () => new Response(CSV)) {
  const asked: URL[] = []
  const saved: string[] = []
  const filter = signal<Filter>({ state: 'open', type: 'widget' })
  const chosen = signal<ReadonlySet<string>>(new Set())
  const isAll = signal(false)
  const toasts = createToasts()
  const model = createExportModel({
    fetch: async (url, init) => {
      asked.push(new URL(String(url), 'http://parley.test'))
      const stopped = new Promise<never>((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      })
      return Promise.race([answer(), stopped])
    },
    toasts,
    list: { filter, matching: signal({ count: 5000, is_more: false }) },
    bulk: {
      chosen,
      isAll,
      get count() {
        return signal(isAll.value ? 5000 : chosen.value.size)
      },
    },
    saveTo: async (name) => ({
      write: () => undefined,
      close: () => void saved.push(name),
      abort: () => void saved.push('nothing'),
    }),
  })
  return { model, asked, saved, filter, chosen, isAll, toasts }
}

test('everything that matches is requested by its filters', async () => {
  const { model, asked, saved, toasts } = desk()
  await model.start('jsonTranscripts')
  expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({
    state: 'open',
    type: 'widget',
    format: 'json',
    transcript: '1',
  })
  expect(saved[0]).toMatch(/^inbox-\d{4}-\d\d-\d\d\.json$/)
  await model.start('sheet')
  expect(asked[1]!.searchParams.get('bom')).toBe('1')
  expect(toasts.shown.value.map(({ text }) => text)).toContain('2 rows exported.')
})

test('a selection is requested by ids; with all selected, by filters again', async () => {
  const { model, asked, chosen, isAll } = desk()
  chosen.value = new Set([ADA, BOB])
  await model.start('csv')
  expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({
    ids: `${ADA},${BOB}`,
    format: 'csv',
  })
  expect([model.total(), model.isTooMany()]).toEqual([2, false])
  chosen.value = new Set(Array.from({ length: 201 }, (_, index) => `${index}`))
  expect(model.isTooMany()).toBe(true)
  isAll.value = true
  expect([model.total(), model.isTooMany(), model.isOfChosen()]).toEqual([5000, false, false])
})

test('a cancelled export stops silently, and a broken one is reported', async () => {
  const slow = later<Response>()
  const { model, saved, toasts } = desk(() => slow.promise)
  const running = model.start('csv')
  await Promise.resolve()
  expect(model.transfer.value.state).toBe('running')
  model.cancel()
  await running
  expect([model.transfer.value.state, saved]).toEqual(['idle', ['nothing']])
  expect(toasts.shown.value).toEqual([])
  const broken = desk(() => new Response('', { status: 500 }))
  await broken.model.start('csv')
  expect(broken.toasts.shown.value.at(-1)).toMatchObject({ tone: 'danger' })
})

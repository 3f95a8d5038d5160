import { screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { createHealth } from '../../renderer/app/health.ts'
import { StorageTrouble } from '../../renderer/shell/storage-trouble.tsx'
import { draw } from './render.tsx'

/** A server that reports its health. */
function saying(...answers: (readonly string[] | 'nothing')[]) {
  const isVisible = { value: true }
  const read = vi.fn(async () => {
    const degraded = answers.length > 1 ? answers.shift()! : answers[0]!
    if (degraded === 'nothing') throw new TypeError('fetch failed')
    return Response.json({ status: 'ok', version: '1.0.0', degraded })
  })
  return { health: createHealth(read as typeof fetch, () => isVisible.value), read, isVisible }
}

test('a full disk is reported above every screen, with how to free space, until there is space', async () => {
  const { health } = saying(['storage_full'], [])
  draw(<StorageTrouble desk={{ health }} />)
  expect(screen.queryByText('The disk is full.')).toBeNull()
  await health.load()
  await screen.findByText('The disk is full.')
  expect(screen.getByRole('link', { name: 'View backups' }).getAttribute('href')).toBe(
    '/app/settings/backups',
  )
  await health.load()
  await waitFor(() => expect(screen.queryByText('The disk is full.')).toBeNull())
})

test('damaged data is reported above everything else, with the way to a backup', async () => {
  const { health } = saying(['storage_full', 'storage_damaged'])
  draw(<StorageTrouble desk={{ health }} />)
  await health.load()
  await screen.findByText('The data is damaged.')
})

test('an unreachable server is not reported as full', async () => {
  const { health } = saying(['storage_full'], 'nothing')
  await health.load()
  expect(health.trouble.value).toBe('full')
  await health.load()
  expect([health.health.value, health.trouble.value]).toEqual(['unknown', undefined])
})

test('health is polled only while the tab is visible', async () => {
  vi.useFakeTimers()
  const { health, read, isVisible } = saying([])
  health.start()
  await vi.advanceTimersByTimeAsync(45_000)
  expect(read).toHaveBeenCalledTimes(2)
  isVisible.value = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).toHaveBeenCalledTimes(2)
  isVisible.value = true
  health.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

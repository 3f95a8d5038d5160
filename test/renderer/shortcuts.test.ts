import { cleanup } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { reservedIn } from '../../renderer/app/keys/reserved-keys.ts'
import { SHORTCUTS, type Shortcut } from '../../renderer/app/keys/shortcut-list.ts'
import { type Command, createCommands } from '../../renderer/app/keys/shortcuts.ts'
import { createPreferences } from '../../renderer/app/preferences.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createShortcutsModel, pressOf } from '../../renderer/screens/settings/shortcuts-model.ts'

afterEach(cleanup)

function keyboard(...list: readonly Command[]) {
  const preferences = createPreferences(memoryStorage())
  const commands = createCommands(preferences)
  addEventListener('keydown', commands.onKey)
  onTestFinished(() => {
    removeEventListener('keydown', commands.onKey)
    document.body.replaceChildren()
  })
  return {
    preferences,
    commands,
    unregister: commands.register(() => list),
    user: userEvent.setup(),
  }
}

test('a key runs its command, and nothing once the screen is gone', async () => {
  const run = vi.fn()
  const { user, unregister } = keyboard({ id: 'inbox.next', run })
  await user.keyboard('j')
  unregister()
  await user.keyboard('j')
  expect(run).toHaveBeenCalledTimes(1)
})

test('in a sequence of two keys only the longer shortcut runs', async () => {
  const [go, single] = [vi.fn(), vi.fn()]
  const { user, preferences } = keyboard(
    { id: 'go.inbox', run: go },
    { id: 'conversation.note', run: single },
  )
  preferences.keys.value = { 'conversation.note': 'i' }
  await user.keyboard('gi')
  expect([go.mock.calls.length, single.mock.calls.length]).toEqual([1, 0])
  await user.keyboard('i')
  expect(single).toHaveBeenCalledTimes(1)
})

test('single keys are inactive while typing and when turned off; those with Ctrl are not', async () => {
  const [next, palette] = [vi.fn(), vi.fn()]
  const { user, preferences } = keyboard(
    { id: 'inbox.next', run: next },
    { id: 'palette', run: palette },
  )
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  await user.keyboard('j')
  await user.keyboard('{Control>}k{/Control}')
  expect([next.mock.calls.length, palette.mock.calls.length]).toEqual([0, 1])
  expect(field.value).toBe('j')
  field.blur()
  preferences.shortcuts.value = false
  await user.keyboard('j')
  await user.keyboard('{Control>}k{/Control}')
  expect([next.mock.calls.length, palette.mock.calls.length]).toEqual([0, 2])
})

test('in a field Ctrl+A selects the field’s text', async () => {
  const run = vi.fn()
  const { user } = keyboard({ id: 'inbox.selectAll', run })
  await user.keyboard('{Control>}a{/Control}')
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  await user.keyboard('{Control>}a{/Control}')
  expect(run).toHaveBeenCalledTimes(1)
})

test('a symbol key works with and without Shift, but not while a dialog is open', async () => {
  const run = vi.fn()
  const { commands } = keyboard({ id: 'help', run })
  const press = (shiftKey: boolean) =>
    commands.onKey(new KeyboardEvent('keydown', { key: '?', code: 'Minus', shiftKey }))
  press(true)
  press(false)
  expect(run).toHaveBeenCalledTimes(2)
  const dialog = document.createElement('dialog')
  dialog.setAttribute('open', '')
  document.body.append(dialog)
  press(true)
  expect(run).toHaveBeenCalledTimes(2)
})

test('an unavailable command has neither a key nor an entry in the palette', async () => {
  const run = vi.fn()
  const { user, commands } = keyboard({ id: 'conversation.end', when: () => false, run })
  await user.keyboard('e')
  expect(run).not.toHaveBeenCalled()
  expect(commands.list.value).toEqual([])
})

test('a custom key replaces the default', async () => {
  const run = vi.fn()
  const { user, preferences, commands } = keyboard({ id: 'inbox.next', run })
  preferences.keys.value = { 'inbox.next': 'z' }
  await user.keyboard('jz')
  expect(run).toHaveBeenCalledTimes(1)
  expect(commands.keysOf('inbox.next')).toEqual(['z'])
  preferences.keys.value = { 'inbox.next': '' }
  await user.keyboard('jz')
  expect(run).toHaveBeenCalledTimes(1)
})

test('no default key is one the browser needs, and none conflicts with another', () => {
  const { faultOf } = createShortcutsModel(createPreferences(memoryStorage()))
  for (const [id, { keys }] of Object.entries<Shortcut>(SHORTCUTS)) {
    for (const key of keys) {
      // Select all and Undo are their meanings everywhere.
      if (key === '$mod+a' || key === '$mod+z') continue
      expect([key, key.split(' ').some(reservedIn)]).toEqual([key, false])
      expect([id, faultOf(id, key)]).toEqual([id, undefined])
    }
  }
})

test.each([
  '$mod+t',
  '$mod+w',
  '$mod+l',
  '$mod+f',
  '$mod+s',
  'F5',
  'Tab',
  'Alt+d',
  'ArrowDown',
  '$mod+Shift+n',
])('%s is reserved by the browser', (press) => expect(reservedIn(press)).toBe(true))

test.each(['j', '?', '$mod+k', 'Shift+d', '+', '/'])('%s is free', (press) =>
  expect(reservedIn(press)).toBe(false),
)

test('a key that equals or is a prefix of another shortcut is rejected, naming it', () => {
  const preferences = createPreferences(memoryStorage())
  const model = createShortcutsModel(preferences)
  expect(model.choose('inbox.next', 'g')).toBe(false)
  expect(model.fault.value?.words).toContain('Already used by')
  expect(model.choose('inbox.next', 'r')).toBe(false)
  // Lists and the inbox may use the same key differently.
  expect(model.choose('list.next', 'r')).toBe(true)
  expect(preferences.keys.value).toEqual({ 'list.next': 'r' })
  model.reset('list.next')
  expect(model.keysOf('list.next')).toEqual(['j'])
})

test('custom keys survive a reload', () => {
  const storage = memoryStorage()
  createShortcutsModel(createPreferences(storage)).choose('inbox.next', 'z')
  expect(createPreferences(storage).keys.value).toEqual({ 'inbox.next': 'z' })
})

test('a pressed key is written in the list’s notation', () => {
  const press = (key: string, more: KeyboardEventInit = {}) =>
    pressOf(new KeyboardEvent('keydown', { key, ...more }))
  expect(press('J', { shiftKey: true })).toBe('Shift+j')
  expect(press('?', { shiftKey: true })).toBe('?')
  expect(press('k', { metaKey: true })).toBe('$mod+k')
  expect(press('Control', { ctrlKey: true })).toBeUndefined()
})
